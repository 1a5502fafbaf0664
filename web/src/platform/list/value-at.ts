/** Returns a field of a row; `answers.age` is a member of the object `answers`. */
export const valueAt = (row: object, key: string): unknown => {
  const [field = '', ...member] = key.split('.')
  const value: unknown = Reflect.get(row, field)
  if (member.length === 0) return value
  return typeof value === 'object' && value !== null ? Reflect.get(value, member.join('.')) : undefined
}
