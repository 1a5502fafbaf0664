/** Texts by their keys, in branches. */
export type Tree = { readonly [key: string]: string | Tree }

/** Returns the texts of both; their keys differ. */
export const mergeTexts = <A extends Tree, B extends Tree>(a: A, b: B): A & B => {
  const branches = Object.entries(b).flatMap(([key, branch]) => {
    const other = a[key]
    const isInBoth = typeof other === 'object' && typeof branch === 'object'
    return isInBoth ? [[key, mergeTexts(other, branch)] as const] : []
  })
  return Object.assign({}, a, b, Object.fromEntries(branches))
}
