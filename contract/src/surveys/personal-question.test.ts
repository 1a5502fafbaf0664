import { describe, expect, test } from 'vitest'

import { derivableColumns, metadataKinds, questionTypes } from './master.ts'
import type { MetadataKind, Question } from './master.ts'
import { indirectKindOf, isPersonalInVersions, isPersonalQuestion } from './personal-question.ts'
import { ask } from './testing/household.ts'

/** Without labels, so that only the type and the key count. */
const byKey = (type: Question['type'], key: string): boolean =>
  isPersonalQuestion(ask(type, key, { labels: {} }))
const byLabel = (type: Question['type'], label: string): boolean =>
  isPersonalQuestion(ask(type, 'q12', { labels: { en: label } }))

test('pictures and locations are personal, and the columns that identify a household or staff', () => {
  expect(questionTypes.filter((type) => byKey(type, 'q1'))).toEqual([
    'photo',
    'audio',
    'video',
    'file',
    'location',
    'line',
    'area',
  ])
  expect(
    derivableColumns.filter((feeds) => isPersonalQuestion(ask('text', 'q1', { labels: {}, feeds }))),
  ).toEqual([
    'village',
    'householdName',
    'location',
    'investigatorName',
    'investigatorMobileNumber',
    'supervisorName',
  ])
})

test('metadata about the interviewer and the device is personal', () => {
  const isPersonal = (metadata: MetadataKind) =>
    isPersonalQuestion(ask('metadata', 'q1', { labels: {}, metadata }))
  expect(metadataKinds.filter((kind) => !isPersonal(kind))).toEqual(['start', 'end', 'today'])
})

test('the phone number of the respondent is personal, also if the author says no', () => {
  const marks = { labels: {}, isRespondentPhone: true, personalOverride: false }
  expect(isPersonalQuestion(ask('text', 'q1', marks))).toBe(true)
})

describe('the key of a question', () => {
  test.for<[Question['type'], string]>([
    ['text', 'name'],
    ['text', 'head_name'],
    ['text', 'name_of_head'],
    ['text', 'household_name'],
    ['text', 'memberName2'],
    ['text', 'first_name'],
    ['text', 'landlady_name'],
    ['text', 'school_head_name'],
    ['text', 'nome_do_chefe'],
    ['text', 'nome'],
    ['text', 'apelido'],
    ['text', 'respondent'],
    ['text', 'phone'],
    ['integer', 'phone_number'],
    ['integer', 'numero_de_telefone'],
    ['text', 'contacto'],
    ['integer', 'contact_number'],
    ['text', 'telemovel'],
    ['text', 'e_mail'],
    ['text', 'email_address'],
    ['text', 'national_id'],
    ['integer', 'id_card_number'],
    ['text', 'cpf'],
    ['text', 'numero_nuit'],
    ['text', 'passport_number'],
    ['text', 'home_address'],
    ['text', 'endereco'],
    ['number', 'gps_latitude'],
    ['text', 'coordenadas'],
    ['date', 'date_of_birth'],
    ['date', 'child_dob'],
    ['date', 'data_nascimento'],
    ['text', 'data_de_nascimento'],
    ['text', 'village'],
    ['choice', 'village_name'],
    ['text', 'nome_da_aldeia'],
    ['choice', 'bairro'],
    ['choice', 'enumerator'],
    ['choice', 'enumerator_id'],
    ['text', 'nome_entrevistador'],
  ])('%s %s is personal', ([type, key]) => expect(byKey(type, key)).toBe(true))

  test.for<[Question['type'], string]>([
    ['integer', 'number_of_rooms'],
    ['integer', 'number_of_phones'],
    ['integer', 'numero_de_telefones'],
    ['text', 'phone_brand'],
    ['text', 'mobile_money_provider'],
    ['number', 'phone_cost'],
    ['choice', 'has_phone'],
    ['text', 'water_source_name'],
    ['text', 'name_main_water_source'],
    ['text', 'nome_da_fonte_de_agua'],
    ['text', 'school_name'],
    ['text', 'school_name_other'],
    ['text', 'crop_name'],
    ['text', 'district_name'],
    ['choice', 'district'],
    ['choice', 'village_type'],
    ['text', 'community_problems'],
    ['integer', 'village_distance'],
    ['text', 'household_code'],
    ['text', 'hh_id'],
    ['integer', 'household_number'],
    ['integer', 'plot_id'],
    ['integer', 'head_age'],
    ['choice', 'head_sex'],
    ['integer', 'birth_year'],
    ['number', 'birth_weight'],
    ['date', 'interview_date'],
    ['text', 'head_occupation_other'],
    ['text', 'renamed'],
    ['text', 'comments'],
    ['choices', 'assets'],
    ['choice', 'respondent'],
    ['time', 'start'],
  ])('%s %s is not personal', ([type, key]) => expect(byKey(type, key)).toBe(false))
})

describe('the label of a question whose key does not say it', () => {
  test.for<[Question['type'], string]>([
    ['text', 'Name'],
    ['text', 'Full name'],
    ['text', 'What is your name?'],
    ['text', "Respondent's name"],
    ['text', 'Name of the head of the household'],
    ['text', 'Nome completo do entrevistado'],
    ['text', 'Qual é o seu nome?'],
    ['text', 'Phone number'],
    ['integer', 'Número de telefone'],
    ['text', 'E-mail'],
    ['text', 'Endereço'],
    ['text', 'Which village do you live in?'],
    ['date', 'When was the child born?'],
    ['text', 'Número do bilhete de identidade'],
  ])('%s "%s" is personal', ([type, label]) => expect(byLabel(type, label)).toBe(true))

  test.for<[Question['type'], string]>([
    ['text', 'Name three problems of your village'],
    ['text', 'What is the name of the main water source?'],
    ['text', 'What is the name of the school that the child attends?'],
    ['text', 'Nome da fonte de água'],
    ['number', 'How much do you spend on phone calls?'],
    ['text', 'How did the community address the problem?'],
    ['text', 'Which other crops?'],
    ['integer', 'How many people live here?'],
    ['date', 'When did planting begin?'],
  ])('%s "%s" is not personal', ([type, label]) => expect(byLabel(type, label)).toBe(false))

  test('counts less than the key', () => {
    expect(isPersonalQuestion(ask('text', 'water_source_name', { labels: { en: 'Name' } }))).toBe(false)
  })
})

describe('the author', () => {
  test('decides about a question, except about one that fills a personal column', () => {
    expect(isPersonalQuestion(ask('text', 'comments', { personalOverride: true }))).toBe(true)
    expect(isPersonalQuestion(ask('text', 'head_name', { personalOverride: false }))).toBe(false)
    expect(isPersonalQuestion(ask('photo', 'roof', { personalOverride: false }))).toBe(false)
    const feeding = { personalOverride: false, feeds: 'householdName' } as const
    expect(isPersonalQuestion(ask('text', 'head', feeding))).toBe(true)
  })

  test('a stored question without an override keeps its flag, and gets the rules of today', () => {
    expect(isPersonalQuestion(ask('text', 'comments', { personal: true }))).toBe(true)
    expect(isPersonalQuestion(ask('text', 'head_name', { personal: false }))).toBe(true)
  })

  test('a new version corrects the rules in all versions, but never withdraws a yes', () => {
    const no = ask('text', 'landlady_name', { personalOverride: false })
    const unmarked = ask('text', 'landlady_name', { personal: true })
    expect(isPersonalInVersions([unmarked, no])).toBe(true)
    expect(isPersonalInVersions([no, unmarked])).toBe(false)
    expect(isPersonalInVersions([no, ask('text', 'landlady_name', { personalOverride: true })])).toBe(true)
    // Loaded before `personalOverride` existed: only the author can have marked it.
    const markedBefore = ask('text', 'comments', { personal: true })
    expect(isPersonalInVersions([ask('text', 'comments', { personalOverride: false }), markedBefore])).toBe(
      true,
    )
    const feeding = ask('text', 'landlady_name', { feeds: 'householdName' })
    expect(isPersonalInVersions([no, feeding])).toBe(true)
  })
})

test('sex and age help to identify a household in combination', () => {
  const kinds = (type: Question['type'], ...keys: string[]) =>
    keys.map((key) => indirectKindOf(ask(type, key, { labels: {} })))
  expect(kinds('choice', 'head_sex', 'gender', 'sexo_chefe', 'toilet')).toEqual([
    'sex',
    'sex',
    'sex',
    undefined,
  ])
  expect(kinds('integer', 'head_age', 'idade', 'age_of_house')).toEqual(['age', 'age', undefined])
  expect(kinds('text', 'sex', 'age')).toEqual([undefined, undefined])
  expect(indirectKindOf(ask('integer', 'q7', { labels: { en: 'Age in years' } }))).toBe('age')
})
