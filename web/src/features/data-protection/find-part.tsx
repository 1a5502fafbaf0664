import { SearchOutlined } from '@ant-design/icons'
import { findPersonalData } from '@baseline/contract/data-protection/contract.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
// The complete `Input` would also load text areas and passwords.
import Input from 'antd/es/input/Input'
import { Suspense, lazy, useId, useState } from 'react'

import { call } from '#platform/api.ts'
import { fieldError, formOf } from '#platform/form/form-shape.ts'
import { t } from '#platform/i18n.ts'
import { ListFailure, ListSkeleton } from '#platform/list/list-states.tsx'
import { formatNumber } from '#platform/time.ts'

import type { ErasureRequest } from './erase-dialog.tsx'
import { FoundPeople } from './found-people.tsx'
import { FoundResponses } from './found-responses.tsx'
import { dataProtectionKey } from './query-keys.ts'
import { useShownError } from './use-shown-error.ts'

/** Loaded on demand: most visits erase nothing. */
const EraseDialog = lazy(async () => ({ default: (await import('./erase-dialog.tsx')).EraseDialog }))

const foundKey = [...dataProtectionKey, 'found']
const searchForm = formOf(findPersonalData.query, { search: 'dataProtection.find.search' })

interface FoundDataProps {
  searchText: string
  onErase: (request: ErasureRequest) => void
}

const FoundData = ({ searchText, onErase }: FoundDataProps) => {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...foundKey, searchText],
    queryFn: ({ signal }) => call(findPersonalData, { query: { search: searchText }, signal }),
    staleTime: 0,
    // Personal data do not stay in memory after the search.
    gcTime: 0,
    meta: { handlesErrors: true },
  })
  const shownError = useShownError(error)
  const isEmpty = data && data.responses.length + data.people.length === 0
  return (
    <div className="found-data" aria-busy={isFetching}>
      <p role="status" className="list-count">
        {data &&
          !isEmpty &&
          t('dataProtection.find.count', {
            households: formatNumber(data.responses.length),
            people: formatNumber(data.people.length),
          })}
      </p>
      {Boolean(shownError) && <ListFailure error={shownError} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton columns={4} rows={3} />}
      {isEmpty && (
        <div className="list-empty" role="status">
          <SearchOutlined aria-hidden="true" />
          <h2>{t('dataProtection.find.nothing')}</h2>
          <p>{t('dataProtection.find.nothingHint')}</p>
        </div>
      )}
      {data?.more && <Alert type="info" showIcon title={t('dataProtection.find.more')} />}
      {data && data.responses.length > 0 && (
        <FoundResponses key={searchText} responses={data.responses} onErase={onErase} />
      )}
      {data && data.people.length > 0 && <FoundPeople people={data.people} onErase={onErase} />}
    </div>
  )
}

interface FindPartProps {
  /** Undefined before the first search. */
  searchText: string | undefined
  onSearch: (text: string) => void
  onErased: () => void
}

/** Finds the data of a household or a person, to hand them over or to erase them. */
export const FindPart = ({ searchText, onSearch, onErased }: FindPartProps) => {
  const id = useId()
  const queries = useQueryClient()
  const [text, setText] = useState(searchText ?? '')
  const [problem, setProblem] = useState<string>()
  const [erasure, setErasure] = useState<ErasureRequest>()
  const find = () => {
    setProblem(fieldError(searchForm, 'search', text))
    const { data } = findPersonalData.query.safeParse({ search: text })
    if (data?.search === searchText) void queries.invalidateQueries({ queryKey: foundKey })
    else if (data) onSearch(data.search)
  }
  return (
    <>
      <form
        className="find-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          find()
        }}
      >
        <label htmlFor={id}>{t('dataProtection.find.search')}</label>
        <Input
          id={id}
          type="search"
          maxLength={255}
          autoComplete="off"
          value={text}
          {...(problem !== undefined && { status: 'error' as const })}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}problem ${id}hint`}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="primary" htmlType="submit" icon={<SearchOutlined aria-hidden="true" />}>
          {t('dataProtection.find.action')}
        </Button>
        <p id={`${id}problem`} role="alert" className="find-problem">
          {problem}
        </p>
        <p id={`${id}hint`} className="list-count">
          {t('dataProtection.find.hint')}
        </p>
      </form>
      {searchText !== undefined && <FoundData searchText={searchText} onErase={setErasure} />}
      <Suspense>
        {erasure && (
          <EraseDialog request={erasure} onErased={onErased} onClose={() => setErasure(undefined)} />
        )}
      </Suspense>
    </>
  )
}
