import { toText } from '@baseline/contract/surveys/expression/convert.ts'
import type { MetadataKind, Question, QuestionType } from '@baseline/contract/surveys/master.ts'

/** How XForms represent a type of questions. */
interface XFormType {
  /** Type of the bind. */
  data: string
  /** Name of the element in the body; undefined if no user answers the question. */
  control?: 'input' | 'select1' | 'select' | 'odk:rank' | 'range' | 'trigger' | 'upload'
  bind?: Record<string, string>
  attributes?: Record<string, string>
}

const property = { 'jr:preload': 'property' }

const metadataType = (kind: MetadataKind): XFormType => {
  switch (kind) {
    case 'start':
    case 'end':
      return { data: 'dateTime', bind: { 'jr:preload': 'timestamp', 'jr:preloadParams': kind } }
    case 'today':
      return { data: 'date', bind: { 'jr:preload': 'date', 'jr:preloadParams': kind } }
    case 'deviceid':
    case 'username':
    case 'email':
    case 'phonenumber':
    case 'subscriberid':
    case 'simserial':
      return { data: 'string', bind: { ...property, 'jr:preloadParams': kind } }
    case 'audit':
      return { data: 'binary' }
    case 'start-geopoint':
      return { data: 'geopoint' }
  }
}

const rangeType = ({ start, end, step }: NonNullable<Question['range']>): XFormType => ({
  data: [start, end, step].every(Number.isInteger) ? 'int' : 'decimal',
  control: 'range',
  attributes: { start: toText(start), end: toText(end), step: toText(step) },
})

/** Types of binds that an author can give a calculation. */
const calculatedTypes = new Set([
  'string',
  'int',
  'integer',
  'decimal',
  'date',
  'time',
  'dateTime',
  'boolean',
])

/** Types whose representation depends on the question. */
type VariableType = 'range' | 'calculated' | 'metadata'

const fixedTypes: Readonly<Record<Exclude<QuestionType, VariableType>, XFormType>> = {
  text: { data: 'string', control: 'input' },
  number: { data: 'decimal', control: 'input' },
  integer: { data: 'int', control: 'input' },
  date: { data: 'date', control: 'input' },
  time: { data: 'time', control: 'input' },
  dateTime: { data: 'dateTime', control: 'input' },
  choice: { data: 'string', control: 'select1' },
  choices: { data: 'string', control: 'select' },
  rank: { data: 'odk:rank', control: 'odk:rank' },
  barcode: { data: 'barcode', control: 'input' },
  acknowledge: { data: 'string', control: 'trigger' },
  photo: { data: 'binary', control: 'upload', attributes: { mediatype: 'image/*' } },
  audio: { data: 'binary', control: 'upload', attributes: { mediatype: 'audio/*' } },
  video: { data: 'binary', control: 'upload', attributes: { mediatype: 'video/*' } },
  file: { data: 'binary', control: 'upload', attributes: { mediatype: 'application/*' } },
  location: { data: 'geopoint', control: 'input' },
  line: { data: 'geotrace', control: 'input' },
  area: { data: 'geoshape', control: 'input' },
  hidden: { data: 'string' },
  note: { data: 'string', control: 'input' },
}

export const xformTypeOf = (question: Question): XFormType => {
  switch (question.type) {
    case 'range':
      return rangeType(question.range ?? { start: 1, end: 10, step: 1 })
    case 'calculated': {
      const type = question.attributes?.['bind::type'] ?? ''
      return { data: calculatedTypes.has(type) ? type : 'string' }
    }
    case 'metadata':
      return metadataType(question.metadata ?? 'start')
    default:
      return fixedTypes[question.type]
  }
}
