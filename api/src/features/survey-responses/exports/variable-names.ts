/** Words that Stata or SPSS keep for themselves. */
const reserved = new Set(
  (
    'all and by eq ge gt le lt ne not or to with if in using byte int long float double strl _n _b _cons _pi _pred _rc ' +
    '_skip _all _coef'
  ).split(' '),
)
/** Stata's bound; SPSS allows twice as much. */
const longest = 32

const plain = (key: string): string => {
  const name = key
    .replaceAll(/[^A-Za-z0-9_]/g, '_')
    .replace(/^(?=[^A-Za-z])/, 'v')
    .replace(/_+$/, '')
  return (reserved.has(name.toLowerCase()) ? `${name}_v` : name).slice(0, longest)
}

/** Names that Stata and SPSS both take, none of them twice, whatever the capitals; in the order of the keys. */
export const variableNames = (keys: readonly string[]): string[] => {
  const taken = new Set<string>()
  return keys.map((key) => {
    const wanted = plain(key)
    let name = wanted
    for (let at = 2; taken.has(name.toLowerCase()); at += 1) {
      const tail = `_${String(at)}`
      name = wanted.slice(0, longest - tail.length) + tail
    }
    taken.add(name.toLowerCase())
    return name
  })
}
