/** Words that are reserved in Stata or SPSS. */
const reserved = new Set(
  (
    'all and by eq ge gt le lt ne not or to with if in using byte int long float double strl _n _b _cons _pi _pred _rc ' +
    '_skip _all _coef'
  ).split(' '),
)
/** Maximum length in Stata; SPSS allows twice as much. */
export const maxVariableLength = 32

/** Returns a variable name that Stata and SPSS accept. It is not unique: two keys may get the same name. */
export const variableName = (key: string): string => {
  const name = key
    .replaceAll(/[^A-Za-z0-9_]/g, '_')
    .replace(/^(?=[^A-Za-z])/, 'v')
    .replace(/_+$/, '')
  return (reserved.has(name.toLowerCase()) ? `${name}_v` : name).slice(0, maxVariableLength)
}
