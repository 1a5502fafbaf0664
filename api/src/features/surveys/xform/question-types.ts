import { toText } from '@baseline/contract/surveys/expression/convert.ts'
import type { MetadataKind, Question } from '@baseline/contract/surveys/master.ts'

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

export const xformTypeOf = (question: Question): XFormType => {
  switch (question.type) {
    case 'text':
      return { data: 'string', control: 'input' }
    case 'number':
      return { data: 'decimal', control: 'input' }
    case 'integer':
      return { data: 'int', control: 'input' }
    case 'date':
    case 'time':
    case 'dateTime':
    case 'barcode':
      return { data: question.type, control: 'input' }
    case 'choice':
      return { data: 'string', control: 'select1' }
    case 'choices':
      return { data: 'string', control: 'select' }
    case 'rank':
      return { data: 'odk:rank', control: 'odk:rank' }
    case 'range':
      return rangeType(question.range ?? { start: 1, end: 10, step: 1 })
    case 'acknowledge':
      return { data: 'string', control: 'trigger' }
    case 'photo':
      return { data: 'binary', control: 'upload', attributes: { mediatype: 'image/*' } }
    case 'location':
      return { data: 'geopoint', control: 'input' }
    case 'line':
      return { data: 'geotrace', control: 'input' }
    case 'area':
      return { data: 'geoshape', control: 'input' }
    case 'calculated': {
      const type = question.attributes?.['bind::type'] ?? ''
      return { data: calculatedTypes.has(type) ? type : 'string' }
    }
    case 'hidden':
      return { data: 'string' }
    case 'metadata':
      return metadataType(question.metadata ?? 'start')
    case 'note':
      return { data: 'string', control: 'input' }
  }
}
