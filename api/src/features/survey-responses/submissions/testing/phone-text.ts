import type { Answer, Location } from '@baseline/contract/surveys/answers.ts'
import { scalarOf } from '@baseline/contract/surveys/answers.ts'
import { toText } from '@baseline/contract/surveys/expression/convert.ts'
import type { Question } from '@baseline/contract/surveys/master.ts'
import type { Shape } from '@baseline/contract/surveys/shapes.ts'

/** Writes a number as `Double.toString()` of Java: always with a decimal, with an exponent from 10⁷ and below 10⁻³. */
const javaDouble = (value: number): string => {
  const size = Math.abs(value)
  if (value === 0 || (size >= 1e-3 && size < 1e7)) {
    const text = String(value)
    return text.includes('.') ? text : `${text}.0`
  }
  const [digits = '', power = ''] = value.toExponential().split('e')
  return `${digits.includes('.') ? digits : `${digits}.0`}E${String(Number(power))}`
}

/** The UTC offset of the phone. */
const phoneOffset = '+02:00'

const textOfPlace = ({ latitude, longitude, accuracy = 0 }: Location): string =>
  [latitude, longitude, 12.5, accuracy].map(javaDouble).join(' ')

/** Collect separates points with a semicolon, and JavaRosa adds a space. */
const textOfShape = (shape: Shape): string => {
  const points = shape.type === 'Polygon' ? shape.coordinates[0] : shape.coordinates
  return points
    .map(([longitude, latitude]) => [latitude, longitude, 0, 0].map(javaDouble).join(' '))
    .join('; ')
}

const isDecimal = ({ type, range, attributes }: Question): boolean =>
  type === 'number' ||
  (type === 'range' && range !== undefined && !Object.values(range).every(Number.isInteger)) ||
  (type === 'calculated' && attributes?.['bind::type'] === 'decimal')

export const hasTime = ({ type, metadata }: Question): boolean =>
  type === 'time' || type === 'dateTime' || metadata === 'start' || metadata === 'end'

/** Writes an answer as Collect does. The name of a file is its id with a suffix. */
export const phoneText = (question: Question, answer: Answer): string => {
  if (typeof answer === 'number' && isDecimal(question)) return javaDouble(answer)
  if (typeof answer === 'object' && 'latitude' in answer) return textOfPlace(answer)
  if (typeof answer === 'object' && 'coordinates' in answer) return textOfShape(answer)
  const text = toText(scalarOf(answer))
  if (hasTime(question)) return `${text}:27.318${phoneOffset}`
  return isFile(question) ? `${text}.bin` : text
}

export const isFile = ({ type, metadata }: Question): boolean =>
  type === 'photo' || type === 'audio' || type === 'video' || type === 'file' || metadata === 'audit'
