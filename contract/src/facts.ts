/** Facts by name, such as the columns of an entity with their properties. */
type FactTable = Readonly<Record<string, object>>

/** Names of the entries that have a fact, or that have it with this value. */
type NamesWith<Table, Fact extends string, Value = unknown> = {
  [Name in keyof Table & string]: Table[Name] extends Readonly<Record<Fact, Value>> ? Name : never
}[keyof Table & string]

/** Returns the names of the entries that have a fact, or that have it with this value, in their order. */
export const namesWith = <Table extends FactTable, const Fact extends string, const Value = unknown>(
  table: Table,
  fact: Fact,
  value?: Value,
): NamesWith<Table, Fact, Value>[] => {
  const hasFact = (name: string): name is NamesWith<Table, Fact, Value> => {
    const entry = table[name]
    if (entry === undefined || !Object.hasOwn(entry, fact)) return false
    return value === undefined || Reflect.get(entry, fact) === value
  }
  return Object.keys(table).filter(hasFact)
}

/** Returns the names with these first, and the others in their order. */
export const startWith = <Name extends string>(first: readonly Name[], names: readonly Name[]): Name[] => [
  ...new Set([...first, ...names]),
]

// The functions below are overloads, because Object.fromEntries() forgets which name has which value.

/** Returns one fact of each entry that has it. */
export function pluck<Table extends FactTable, const Fact extends string>(
  table: Table,
  fact: Fact,
): {
  [Name in NamesWith<Table, Fact>]: Table[Name] extends Readonly<Record<Fact, infer Value>> ? Value : never
}
export function pluck(table: FactTable, fact: string): Record<string, unknown> {
  return Object.fromEntries(
    namesWith(table, fact).map((name) => [name, Reflect.get(table[name] ?? {}, fact)]),
  )
}

/** Returns the entries with these names. */
export function pick<Entries extends object, Name extends keyof Entries & string>(
  entries: Entries,
  names: readonly Name[],
): Pick<Entries, Name>
export function pick(entries: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, Reflect.get(entries, name)]))
}

/** Returns an object with a value of one type for each name. */
export function recordOf<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value>
export function recordOf(names: readonly string[], valueOf: (name: string) => unknown): object {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)]))
}
