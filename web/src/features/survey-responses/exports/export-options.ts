import {
  answerNotations,
  columnNamings,
  exportFormats,
} from '@baseline/contract/survey-responses/exports/contract.ts'
import type {
  AnswerNotation,
  ColumnNaming,
  ExportFormat,
} from '@baseline/contract/survey-responses/exports/contract.ts'

/** Choices that the dialog remembers. Personal data is not one of them. */
export interface ExportOptions {
  format: ExportFormat
  columnNames: ColumnNaming
  answers: AnswerNotation
}

const storageKey = 'export-options'

const storedOptions = (): object => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** Returns the options of the last export from this browser. */
export const lastOptions = (): ExportOptions => {
  const stored = storedOptions()
  const readOption = <T extends string>(name: string, options: readonly T[], fallback: T): T =>
    options.find((value) => value === Reflect.get(stored, name)) ?? fallback
  return {
    format: readOption('format', exportFormats, 'xlsx'),
    columnNames: readOption('columnNames', columnNamings, 'labels'),
    answers: readOption('answers', answerNotations, 'labels'),
  }
}

export const rememberOptions = (options: ExportOptions): void => {
  try {
    localStorage.setItem(storageKey, JSON.stringify(options))
  } catch {
    // Without storage the dialog starts with its defaults.
  }
}
