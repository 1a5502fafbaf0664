import { isDateTime } from '@baseline/contract/surveys/expression/convert.ts'
import type { Question, QuestionType } from '@baseline/contract/surveys/master.ts'
import { itemsOf } from '@baseline/contract/surveys/survey-items.ts'
import { Checkbox, Input, Radio } from 'antd'
import { useMemo, useState } from 'react'
import type { ComponentType } from 'react'

import { CalendarInput } from '#platform/form/calendar-input.tsx'
import { DateInput } from '#platform/form/date-input.tsx'
import { t } from '#platform/i18n.ts'

import { choiceTexts, labelIn } from './answer-texts.ts'
import type { ChoiceText } from './answer-texts.ts'
import { ChoiceSelect } from './choice-select.tsx'
import { FileInput } from './file-input.tsx'
import { LocationInput } from './location-input.tsx'
import { NumberField } from './number-field.tsx'
import { ShapeInput } from './shape-input.tsx'
import { useAnswersSelector, useAnswersStore, useAnswersTexts } from './use-answers.tsx'

export interface InputProps {
  id: string
  question: Question
  /** Row of the repeat that contains the question. */
  row: number | undefined
  value: unknown
  onChange: (value: unknown) => void
  /** Ids of the hint and the message. */
  describedBy: string | undefined
  invalid: boolean
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')
const asTexts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

const describedByProps = ({ describedBy }: InputProps) =>
  describedBy === undefined ? {} : { 'aria-describedby': describedBy }

const ariaProps = (props: InputProps) => ({
  ...describedByProps(props),
  ...(props.invalid && { 'aria-invalid': true as const, status: 'error' as const }),
})

const textAreaMinLength = 80

/** Uses a text area if the text is long when the form opens. Switching during input would lose the focus. */
const TextInput = (props: InputProps) => {
  const text = asText(props.value)
  const [isLong] = useState(text.length > textAreaMinLength || text.includes('\n'))
  const inputProps = { id: props.id, value: text, ...ariaProps(props) }
  return isLong ? (
    <Input.TextArea {...inputProps} rows={4} onChange={({ target }) => props.onChange(target.value)} />
  ) : (
    <Input {...inputProps} autoComplete="off" onChange={({ target }) => props.onChange(target.value)} />
  )
}

const NumberInput = (props: InputProps) => (
  <NumberField
    id={props.id}
    className="answer-number"
    value={props.value}
    inputMode={props.question.type === 'integer' ? 'numeric' : 'decimal'}
    {...(props.question.range && {
      placeholder: `${String(props.question.range.start)} – ${String(props.question.range.end)}`,
    })}
    {...ariaProps(props)}
    onChange={props.onChange}
  />
)

/** Text input for a time. Keeps invalid text, which the validation then reports, instead of dropping it. */
const TimeInput = (props: InputProps) => (
  <Input
    id={props.id}
    className="answer-time"
    placeholder="HH:mm"
    autoComplete="off"
    maxLength={255}
    value={asText(props.value)}
    {...ariaProps(props)}
    onChange={(event) => props.onChange(event.target.value.trim() || undefined)}
  />
)

/** Maximum number of choices shown as radio buttons or checkboxes; longer lists are searchable. */
const maxInlineChoices = { choice: 6, choices: 8 }

/** Returns the choices that the filter of the question selects. Their labels can refer to answers. */
const useChoices = ({ question: { key }, row }: InputProps): ChoiceText[] => {
  const { survey } = useAnswersStore()
  const choices = useAnswersSelector((store) => store.choicesOf(key, row))
  const texts = useMemo(() => choiceTexts(survey, choices), [survey, choices])
  const hasReferences = useMemo(() => texts.some(({ label }) => label.includes('${')), [texts])
  const labels = useAnswersTexts(({ fill }) =>
    hasReferences ? texts.map(({ label }) => fill(label, key, row)) : [],
  )
  return hasReferences
    ? texts.map(({ value, label }, index) => ({ value, label: labels[index] ?? label }))
    : texts
}

/** Says why a question offers no choices: the filter needs another answer, or selects none. */
const NoChoices = ({ question: { key }, row, describedBy }: InputProps) => {
  const { survey, fill } = useAnswersStore()
  const blankKey = useAnswersSelector((store) => store.firstBlankReference(key, row))
  const blankItem = blankKey === undefined ? undefined : itemsOf(survey).get(blankKey)?.item
  return (
    <span
      className="answer-no-choices"
      {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
    >
      {blankItem
        ? t('entities.surveyResponses.answers.answerFirst', {
            question: fill(labelIn(survey, blankItem), blankItem.key, row),
          })
        : t('entities.surveyResponses.answers.noChoices')}
    </span>
  )
}

/** Shows the hint only if there is no answer to keep. */
const hasNothingToOffer = (choices: readonly ChoiceText[], { question, value }: InputProps): boolean =>
  question.choiceFilter !== undefined &&
  choices.length === 0 &&
  asText(value) === '' &&
  asTexts(value).length === 0

const ChoiceInput = (props: InputProps) => {
  const choices = useChoices(props)
  const value = asText(props.value)
  if (hasNothingToOffer(choices, props)) return <NoChoices {...props} />
  if (choices.length > maxInlineChoices.choice)
    return (
      <ChoiceSelect
        id={props.id}
        allowClear
        placeholder={t('entities.surveyResponses.answers.pick')}
        value={value || null}
        choices={choices}
        {...ariaProps(props)}
        onChange={props.onChange}
      />
    )
  return (
    <div className="answer-choices">
      <Radio.Group
        id={props.id}
        aria-labelledby={`${props.id}-label`}
        {...describedByProps(props)}
        name={props.id}
        vertical
        value={value}
        options={choices}
        onChange={({ target }) => props.onChange(target.value)}
      />
      {value !== '' && !props.question.required && (
        <button type="button" className="answer-clear" onClick={() => props.onChange(undefined)}>
          {t('entities.surveyResponses.answers.clear')}
        </button>
      )}
    </div>
  )
}

/** A date and a time, shown with a space between them and stored as in ODK. Keeps invalid text for the message. */
const DateTimeInput = (props: InputProps) => {
  const stored = asText(props.value)
  return (
    <CalendarInput
      id={props.id}
      placeholder="YYYY-MM-DD HH:mm"
      {...ariaProps(props)}
      type="datetime-local"
      text={stored.replace(/^(\d{4}-\d{2}-\d{2})T/, '$1 ')}
      onText={(text) => props.onChange(text.trimStart().replace(/^(\d{4}-\d{2}-\d{2}) /, '$1T') || undefined)}
      calendarValue={isDateTime(stored) ? stored.slice(0, 16) : ''}
      onPick={(picked) => props.onChange(picked || undefined)}
    />
  )
}

/** A phone stores OK if the person confirms. */
const AcknowledgeInput = (props: InputProps) => (
  <Checkbox
    id={props.id}
    checked={props.value === 'OK'}
    {...describedByProps(props)}
    onChange={({ target }) => props.onChange(target.checked ? 'OK' : undefined)}
  >
    {t('entities.surveyResponses.answers.acknowledge')}
  </Checkbox>
)

/** Orders choices by the sequence in which they are chosen. */
const RankInput = (props: InputProps) => {
  const choices = useChoices(props)
  if (hasNothingToOffer(choices, props)) return <NoChoices {...props} />
  return (
    <ChoiceSelect
      id={props.id}
      mode="multiple"
      placeholder={t('entities.surveyResponses.answers.rank')}
      value={asTexts(props.value)}
      choices={choices}
      {...ariaProps(props)}
      onChange={props.onChange}
    />
  )
}

const ChoicesInput = (props: InputProps) => {
  const choices = useChoices(props)
  if (hasNothingToOffer(choices, props)) return <NoChoices {...props} />
  if (choices.length > maxInlineChoices.choices)
    return (
      <ChoiceSelect
        id={props.id}
        mode="multiple"
        placeholder={t('entities.surveyResponses.answers.pick')}
        value={asTexts(props.value)}
        choices={choices}
        {...ariaProps(props)}
        onChange={props.onChange}
      />
    )
  return (
    <div
      id={props.id}
      role="group"
      aria-labelledby={`${props.id}-label`}
      {...describedByProps(props)}
      className="answer-choices"
    >
      <Checkbox.Group
        className="answer-boxes"
        value={asTexts(props.value)}
        options={choices}
        onChange={props.onChange}
      />
    </div>
  )
}

const LineInput = (props: InputProps) => (
  <ShapeInput id={props.id} kind="line" value={props.value} {...ariaProps(props)} onChange={props.onChange} />
)

const AreaInput = (props: InputProps) => (
  <ShapeInput id={props.id} kind="area" value={props.value} {...ariaProps(props)} onChange={props.onChange} />
)

const DayInput = (props: InputProps) => (
  <DateInput id={props.id} value={asText(props.value)} {...ariaProps(props)} onChange={props.onChange} />
)

/** Inputs by type. Types without one are not asked. */
const inputs: Readonly<Partial<Record<QuestionType, ComponentType<InputProps>>>> = {
  text: TextInput,
  barcode: TextInput,
  number: NumberInput,
  integer: NumberInput,
  range: NumberInput,
  date: DayInput,
  time: TimeInput,
  dateTime: DateTimeInput,
  choice: ChoiceInput,
  choices: ChoicesInput,
  rank: RankInput,
  acknowledge: AcknowledgeInput,
  photo: FileInput,
  audio: FileInput,
  video: FileInput,
  file: FileInput,
  location: LocationInput,
  line: LineInput,
  area: AreaInput,
}

/** Renders the input for the type of a question. */
export const QuestionInput = (props: InputProps) => {
  const TypeInput = inputs[props.question.type]
  return TypeInput ? <TypeInput {...props} /> : null
}
