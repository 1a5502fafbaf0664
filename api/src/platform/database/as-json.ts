/** Returns a value as it would be read from a JSON column: without undefined fields. */
export const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T // the types have only JSON values
