/** Returns six random characters, which tell the records of one test from those of others. */
export const createSuffix = (): string => Math.random().toString(36).slice(2, 8)
