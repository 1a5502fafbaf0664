import { expect, test } from 'vitest'

import { AnswerQueryRow, answerQueryPersonalData } from './answer-queries/contract.ts'
import { Device, devicePersonalData } from './devices/contract.ts'
import { User, userPersonalData } from './iam/contract.ts'
import { IntakeItem, intakePersonalData } from './intake/contract.ts'
import { Submission, submissionPersonalData } from './intake/submission.ts'
import { isPersonal } from './personal-data.ts'
import { responseColumns } from './survey-responses/columns.ts'
import { EnumeratorRow, enumeratorPersonalData } from './survey-responses/enumerators.ts'
import { isPersonalColumn, personalColumns, responseFieldsWith } from './survey-responses/personal-columns.ts'
import { SurveyResponse } from './survey-responses/response.ts'
import { UserDetails, userDetailsPersonalData } from './user-details/contract.ts'

// Copied by hand from the product description, to detect mistakes in the definition.
test('names, phone numbers, addresses, villages, locations and photos of a response are personal', () => {
  expect(responseFieldsWith('household')).toEqual(['village', 'householdName', 'location', 'photos'])
  expect(responseFieldsWith('staff')).toEqual([
    'email',
    'userId',
    'investigatorName',
    'investigatorEmail',
    'investigatorMobileNumber',
    'supervisorName',
    'investigatorId',
    'supervisorId',
  ])
  expect(responseFieldsWith('indirect')).toEqual(['districtName', 'villageType', 'villageCategory'])
  expect(personalColumns).toHaveLength(12)
  expect(isPersonalColumn('village')).toBe(true)
  expect(isPersonalColumn('districtName')).toBe(false)
  expect(isPersonalColumn('unknown')).toBe(false)
})

test('every column and field is classified', () => {
  const classes = ['household', 'staff', 'indirect', 'no'] as const
  const classified = classes.flatMap(responseFieldsWith)
  expect([...classified, 'values'].toSorted()).toEqual(Object.keys(SurveyResponse.shape).toSorted())
  for (const [name, { personal }] of Object.entries(responseColumns))
    expect(classes, name).toContain(personal)
  expect(Object.keys(userDetailsPersonalData)).toEqual(Object.keys(UserDetails.shape))
  expect(Object.keys(userPersonalData)).toEqual(Object.keys(User.shape))
  expect(Object.keys(answerQueryPersonalData).toSorted()).toEqual(
    Object.keys(AnswerQueryRow.shape).toSorted(),
  )
  expect(Object.keys(devicePersonalData)).toEqual(Object.keys(Device.shape))
  expect(Object.keys(intakePersonalData)).toEqual(Object.keys(IntakeItem.shape))
  expect(Object.keys(submissionPersonalData)).toEqual(Object.keys(Submission.shape))
  expect(Object.keys(enumeratorPersonalData)).toEqual(Object.keys(EnumeratorRow.shape))
})

test('names, addresses and phone numbers of users and staff are personal', () => {
  const personalFields = (table: Record<string, Parameters<typeof isPersonal>[0]>) =>
    Object.keys(table).filter((name) => isPersonal(table[name] ?? 'no'))
  expect(personalFields(userDetailsPersonalData)).toEqual([
    'id',
    'firstName',
    'lastName',
    'mobileNumber',
    'managerId',
    'managerName',
  ])
  expect(personalFields(userPersonalData)).toEqual([
    'id',
    'email',
    'firstName',
    'lastName',
    'fullName',
    'phoneNumber',
    'avatars',
    'avatarLinks',
    'authenticationUid',
    'userDetailsId',
    'userDetailsName',
  ])
  expect(personalFields(answerQueryPersonalData)).toEqual([
    'openedBy',
    'assignedTo',
    'displayId',
    'text',
    'author',
  ])
  expect(personalFields(devicePersonalData)).toEqual(['label', 'person'])
  expect(personalFields(intakePersonalData)).toEqual(['deviceLabel', 'personName', 'response'])
  expect(personalFields(enumeratorPersonalData)).toEqual(['key', 'name'])
  expect(personalFields(submissionPersonalData)).toEqual(['deviceLabel', 'problem'])
})
