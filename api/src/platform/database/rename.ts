/** Names of the API and their columns. */
type ColumnsByName = Readonly<Record<string, string>>

/** A value as the API returns it. */
type Presented<Value> = Value extends Date ? string : Value

/** Returns a function that presents the columns of a row: under their names, with times as ISO texts. */
export const presenterOf = <const Columns extends ColumnsByName>(columnsByName: Columns) => {
  const entries = Object.entries(columnsByName)
  return <Row extends Readonly<Record<Columns[keyof Columns], unknown>>>(row: Row) => {
    const values: Readonly<Record<string, unknown>> = row
    const presented: Record<string, unknown> = {}
    for (const [name, column] of entries) {
      const value = values[column]
      presented[name] = value instanceof Date ? value.toISOString() : value
    }
    // The loop sets every name.
    return presented as { [Name in keyof Columns]: Presented<Row[Columns[Name]]> }
  }
}

/** Returns the values of a record by column, for a write. */
export const toColumns = <
  const Columns extends ColumnsByName,
  Fields extends Readonly<Record<keyof Columns, unknown>>,
>(
  columnsByName: Columns,
  record: Fields,
) =>
  // Object.fromEntries() forgets which column has which value.
  Object.fromEntries(
    Object.entries(columnsByName).map(([name, column]) => [column, record[name as keyof Columns]]),
  ) as { [Name in keyof Columns as Columns[Name]]: Fields[Name] }
