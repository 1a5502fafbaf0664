import type { Question } from '@baseline/contract/surveys/master.ts'

/** Attributes of the bind and of the control that follow from `parameters`. */
interface ParameterAttributes {
  bind: Record<string, string | undefined>
  control: Record<string, string | undefined>
}

/** Photos are reduced to this size on the phone, unless the author says otherwise. */
const maxPixels = '1600'

/** Reads `start=1 end=10`; parts are separated by spaces, commas or semicolons. */
export const readParameters = (text: string | undefined): ReadonlyMap<string, string> =>
  new Map(
    (text ?? '').split(/[\s;,]+/).flatMap((part): [string, string][] => {
      const at = part.indexOf('=')
      return at > 0 ? [[part.slice(0, at).toLowerCase(), part.slice(at + 1)]] : []
    }),
  )

const auditParameters = [
  'location-priority',
  'location-min-interval',
  'location-max-age',
  'track-changes',
  'track-changes-reasons',
  'identify-user',
]

export const parameterAttributes = ({ type, metadata, parameters }: Question): ParameterAttributes => {
  const values = readParameters(parameters)
  switch (type) {
    case 'photo':
      return {
        bind: { 'orx:max-pixels': values.get('max-pixels') ?? maxPixels },
        control: { intent: values.get('app') },
      }
    case 'location':
      return {
        bind: { 'odk:allow-mock-accuracy': values.get('allow-mock-accuracy') },
        control: {
          accuracyThreshold: values.get('capture-accuracy'),
          unacceptableAccuracyThreshold: values.get('warning-accuracy'),
        },
      }
    case 'line':
    case 'area':
      return {
        bind: { 'odk:allow-mock-accuracy': values.get('allow-mock-accuracy') },
        control: { incremental: values.get('incremental') },
      }
    case 'text':
      return { bind: {}, control: { rows: values.get('rows') } }
    case 'metadata':
      return {
        bind:
          metadata === 'audit'
            ? Object.fromEntries(auditParameters.map((name) => [`odk:${name}`, values.get(name)]))
            : {},
        control: {},
      }
    default:
      return { bind: {}, control: {} }
  }
}
