import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Membership } from '@baseline/contract/iam/contract.ts'
import { getFacet } from '@baseline/contract/survey-responses/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Radio, Select } from 'antd'

import { call } from '#platform/api.ts'
import { t } from '#platform/i18n.ts'

import { useSurveyNames } from './use-survey-names.ts'

import './memberships-input.css'

const maxDistricts = 100
const allSurveys = 'all'

const limits = ['everywhere', 'districts', 'ownTeam'] as const
type Limit = (typeof limits)[number]

const limitOf = ({ districts, ownTeam }: Membership): Limit =>
  ownTeam ? 'ownTeam' : districts ? 'districts' : 'everywhere'

/** A limit to districts begins without a district, which the form refuses until the user chooses one. */
const withLimit = ({ surveyId }: Membership, limit: Limit): Membership => ({
  surveyId,
  districts: limit === 'districts' ? [] : null,
  ownTeam: limit === 'ownTeam',
})

/** Returns the most frequent districts of the responses, for suggestions. */
const useDistricts = () =>
  useQuery({
    queryKey: ['district-names'],
    queryFn: ({ signal }) =>
      call(getFacet, { query: { facet: 'districtName', query: '', limit: maxDistricts }, signal }),
    meta: { handlesErrors: true },
  }).data?.values ?? []

interface SurveyOption {
  /** Null for all surveys. */
  id: string | null
  label: string
}

/** Returns the choices of a row; undefined until the surveys are loaded. */
const useSurveyOptions = (): SurveyOption[] | undefined => {
  const surveys = useSurveyNames()
  return surveys && [{ id: null, label: t('iam.memberships.allSurveys') }, ...surveys]
}

interface RowProps {
  membership: Membership
  surveys: readonly SurveyOption[] | undefined
  /** Surveys of the other rows: each survey can have one row. */
  takenIds: ReadonlySet<string | null>
  /** Whether to mark the row as wrong. */
  isWrong: boolean
  onChange: (membership: Membership) => void
  /** Undefined for the only row: the choice above says that the user may read everything. */
  onRemove: (() => void) | undefined
}

const MembershipRow = ({ membership, surveys, takenIds, isWrong, onChange, onRemove }: RowProps) => {
  const districts = useDistricts()
  const limit = limitOf(membership)
  return (
    <li className="membership">
      <Select
        aria-label={t('iam.memberships.survey')}
        showSearch={{ optionFilterProp: 'label' }}
        loading={!surveys}
        value={membership.surveyId ?? allSurveys}
        options={(surveys ?? []).map(({ id, label }) => ({
          value: id ?? allSurveys,
          label,
          disabled: takenIds.has(id),
        }))}
        onChange={(id) => onChange({ ...membership, surveyId: id === allSurveys ? null : id })}
      />
      <Select
        aria-label={t('iam.memberships.limit')}
        value={limit}
        options={limits.map((value) => ({ value, label: t(`iam.memberships.${value}`) }))}
        onChange={(value) => onChange(withLimit(membership, value))}
      />
      {onRemove && (
        <Button
          type="text"
          icon={<DeleteOutlined />}
          aria-label={t('iam.memberships.remove')}
          onClick={onRemove}
        />
      )}
      {limit === 'districts' && (
        <Select
          className="membership-districts"
          mode="tags"
          {...(isWrong && { status: 'error', 'aria-invalid': true })}
          aria-label={t('iam.memberships.districtNames')}
          placeholder={t('iam.memberships.districtNames')}
          tokenSeparators={[',']}
          value={[...(membership.districts ?? [])]}
          options={districts.map(({ value }) => ({ value, label: value }))}
          onChange={(names) => onChange({ ...membership, districts: names })}
        />
      )}
    </li>
  )
}

interface MembershipsInputProps {
  /** Set by the form field. */
  id?: string
  value?: Membership[]
  onChange?: (memberships: Membership[]) => void
}

/** Chooses the responses that a user may read: all responses, or the responses that the rows select. */
export const MembershipsInput = ({ id, value = [], onChange }: MembershipsInputProps) => {
  const surveys = useSurveyOptions()
  const { status } = Form.Item.useStatus()
  const change = (memberships: Membership[]) => onChange?.(memberships)
  const rowOf = (surveyId: string | null): Membership => ({ surveyId, districts: [], ownTeam: false })
  const idsExcept = (row: number) =>
    new Set(value.flatMap(({ surveyId }, index) => (index === row ? [] : [surveyId])))
  const free = surveys?.find(({ id: surveyId }) => !idsExcept(-1).has(surveyId))
  return (
    <div id={id} role="group" aria-label={t('user.fields.memberships')} className="memberships">
      <Radio.Group
        value={value.length > 0}
        options={[
          { value: false, label: t('iam.memberships.all') },
          { value: true, label: t('iam.memberships.limited') },
        ]}
        onChange={({ target }) => change(target.value === true ? [rowOf(null)] : [])}
      />
      {value.length > 0 && (
        <>
          {/* The field passes its error to every input below it. Only the rows that are wrong show it. */}
          <Form.Item noStyle validateStatus="">
            <ul>
              {value.map((membership, index) => (
                <MembershipRow
                  // oxlint-disable-next-line react/no-array-index-key -- a row has no other identity
                  key={index}
                  membership={membership}
                  surveys={surveys}
                  takenIds={idsExcept(index)}
                  isWrong={status === 'error' && !Membership.safeParse(membership).success}
                  onChange={(changed) => change(value.with(index, changed))}
                  onRemove={value.length > 1 ? () => change(value.toSpliced(index, 1)) : undefined}
                />
              ))}
            </ul>
          </Form.Item>
          <Button
            icon={<PlusOutlined />}
            disabled={free === undefined}
            onClick={() => free && change([...value, rowOf(free.id)])}
          >
            {t('iam.memberships.add')}
          </Button>
        </>
      )}
    </div>
  )
}
