import { attributes } from '@baseline/contract/survey-responses/columns.ts'
import { Form, Input } from 'antd'

import { DateInput } from '#platform/form/date-input.tsx'
import { InstantInput } from '#platform/form/instant-input.tsx'
import { SchemaField } from '#platform/form/schema-field.tsx'
import { t } from '#platform/i18n.ts'
import { TimeZoneNote, useTimeZone } from '#platform/ui/time-zone.tsx'

import { LocationInput } from '../answers/location-input.tsx'
import type { KnownImages } from '../answers/use-answers.tsx'
import { PhotosField } from './photos-field.tsx'
import { responseShape } from './response-fields.ts'
import type { ResponseField } from './response-fields.ts'

/** Location field of the record, used if no question fills it. */
const PlaceControl = ({
  id = '',
  value,
  onChange,
}: {
  id?: string
  value?: unknown
  onChange?: (v: unknown) => void
}) => (
  <LocationInput
    id={id}
    value={value}
    describedBy={undefined}
    invalid={false}
    onChange={(place) => onChange?.(place ?? null)}
  />
)

/** Fields of the record, without the fields that questions fill. spec §3 */
export const RecordFields = ({ derived, images }: { derived: ReadonlySet<string>; images: KnownImages }) => {
  const timeZone = useTimeZone()
  const shape = responseShape
  const isInForm = (name: ResponseField) => !derived.has(name)
  return (
    <>
      <div className="field-pairs">
        <SchemaField shape={shape} name="investigatorName">
          <Input autoComplete="off" />
        </SchemaField>
        <SchemaField shape={shape} name="supervisorName">
          <Input autoComplete="off" />
        </SchemaField>
        {isInForm('investigatorMobileNumber') && (
          <SchemaField shape={shape} name="investigatorMobileNumber">
            <Input inputMode="tel" autoComplete="off" />
          </SchemaField>
        )}
        <SchemaField shape={shape} name="investigatorEmail">
          <Input inputMode="email" autoComplete="off" />
        </SchemaField>
        <SchemaField shape={shape} name="startTime" extra={<TimeZoneNote />}>
          <InstantInput timeZone={timeZone} />
        </SchemaField>
        <SchemaField shape={shape} name="endTime" extra={t('entities.surveyResponses.form.endTimeHint')}>
          <InstantInput timeZone={timeZone} />
        </SchemaField>
        {isInForm('surveyDate') && (
          <SchemaField shape={shape} name="surveyDate">
            <DateInput />
          </SchemaField>
        )}
        <SchemaField shape={shape} name="displayId" extra={t('entities.surveyResponses.form.displayIdHint')}>
          <Input autoComplete="off" />
        </SchemaField>
        {attributes.filter(isInForm).map((name) => (
          <SchemaField key={name} shape={shape} name={name}>
            <Input autoComplete="off" />
          </SchemaField>
        ))}
      </div>
      {isInForm('location') ? (
        <SchemaField shape={shape} name="location">
          <PlaceControl />
        </SchemaField>
      ) : (
        <Form.Item name="location" hidden>
          <Input />
        </Form.Item>
      )}
      <SchemaField shape={shape} name="photos">
        <PhotosField images={images} />
      </SchemaField>
    </>
  )
}
