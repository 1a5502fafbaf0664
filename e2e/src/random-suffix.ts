/** Returns six random characters, to distinguish the records of a test. */
export const createSuffix = (): string => Math.random().toString(36).slice(2, 8)
