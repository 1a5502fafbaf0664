import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { writeNumberedPhoto } from '../../api/src/testing/numbered-photos.ts'
import { writeWorkbook } from '../../tabular/src/write-workbook.ts'
import type { Answers } from '../collect/fill.ts'
import type { PhoneFile } from '../collect/multipart.ts'

export const formId = 'phone_load'

/** The questions with the photos: one of the household, one in the row of a member. */
export const photoQuestions = ['house_photo', 'members.0.member_photo'] as const

/** Writes a questionnaire with two photos into a folder, and returns its path. */
export const writeQuestionnaire = async (directory: string): Promise<string> => {
  const survey = [
    ['type', 'name', 'label', 'required', 'baseline::feeds'],
    ['start', 'started', null, null, null],
    ['end', 'ended', null, null, null],
    ['integer', 'number', 'Number of the interview', 'yes', null],
    ['text', 'village', 'Village', 'yes', 'village'],
    ['text', 'household', 'Name of the household', 'yes', 'householdName'],
    ['geopoint', 'position', 'Position of the house', null, 'location'],
    ['image', 'house_photo', 'Photo of the house', null, null],
    ['begin_repeat', 'members', 'Members', null, null],
    ['text', 'member_name', 'Name', 'yes', null],
    ['image', 'member_photo', 'Photo', null, null],
    ['end_repeat', null, null, null, null],
  ]
  const settings = [
    ['form_title', 'form_id'],
    ['Phone load', formId],
  ]
  const file = join(directory, `${formId}.xlsx`)
  await writeFile(
    file,
    await writeWorkbook([
      { name: 'survey', rows: survey },
      { name: 'settings', rows: settings },
    ]),
  )
  return file
}

/** Returns the answers and the photos of an interview. Each photo shows its own number. */
export const fillInterview = async (number: number): Promise<{ answers: Answers; files: PhoneFile[] }> => {
  const files = await Promise.all(
    photoQuestions.map(async (_, index) => ({
      // Collect names photos after the time in milliseconds, so that names repeat between phones.
      name: `${String(1_700_000_000_000 + (number % 1_000) * 2 + index)}.jpg`,
      bytes: await writeNumberedPhoto(numberOfPhoto(number, index)),
    })),
  )
  const [house, member] = files.map(({ name }) => name)
  return {
    files,
    answers: {
      '/data/number': String(number),
      '/data/village': `Village ${String(number % 500)}`,
      '/data/household': `Household ${String(number)}`,
      '/data/position': `${String(-25 + (number % 1_000) / 1_000)} 32.5 12.5 4.5`,
      '/data/house_photo': house ?? '',
      '/data/members': [{ member_name: 'Ana', member_photo: member ?? '' }],
    },
  }
}

export const numberOfPhoto = (interview: number, index: number): number =>
  photoQuestions.length * interview + index
