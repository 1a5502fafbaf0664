import type { SurveyResponseRow } from '@baseline/contract/survey-responses/response.ts'
import { textIn } from '@baseline/contract/surveys/master.ts'
import { isSortableKind, listSearchableQuestions } from '@baseline/contract/surveys/searchable.ts'
import type { SearchableQuestion } from '@baseline/contract/surveys/searchable.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'

import { call } from '#platform/api.ts'
import { chosenLanguage, label } from '#platform/i18n.ts'
import type { Column } from '#platform/list/columns.tsx'
import type { FilterField } from '#platform/list/filter-fields.ts'
import { defineList } from '#platform/list/list-definition.ts'
import { listKey } from '#platform/list/use-list.ts'
import { valueAt } from '#platform/list/value-at.ts'

import { responsesListDescription, surveyResponsesList } from './list.ts'

const preparingMs = 3_000

type AnswerName = `answers.${string}`

interface DescribedQuestion extends Omit<SearchableQuestion, 'labels' | 'choices'> {
  name: AnswerName
  label: { text: string }
  choices: { value: string; label: { text: string } }[]
}

/** Loads the rows again when further questions are ready, because the rows on screen lack their answers. */
const useReadyAnswers = (
  surveyId: string | undefined,
  questions: readonly SearchableQuestion[] | undefined,
): void => {
  const queries = useQueryClient()
  const seen = useRef<{ surveyId: string | undefined; ready: string }>(undefined)
  const ready = questions?.flatMap(({ key, isReady }) => (isReady ? [key] : [])).join(' ')
  useEffect(() => {
    if (ready === undefined) return
    if (seen.current?.surveyId === surveyId && seen.current?.ready !== ready)
      void queries.invalidateQueries({ queryKey: listKey(surveyResponsesList.name) })
    seen.current = { surveyId, ready }
  }, [surveyId, ready, queries])
}

/** Loads the searchable questions of a survey, with their texts in the language of the user. */
const useQuestions = (surveyId: string | undefined): readonly DescribedQuestion[] | undefined => {
  const { data } = useQuery({
    queryKey: ['searchable-questions', surveyId],
    queryFn: ({ signal }) => call(listSearchableQuestions, { params: { id: surveyId ?? '' }, signal }),
    enabled: surveyId !== undefined,
    staleTime: 60_000,
    // The worker prepares the answers to new questions.
    refetchInterval: ({ state }) =>
      state.data?.questions.some(({ isReady }) => !isReady) ? preparingMs : false,
    meta: { handlesErrors: true },
  })
  useReadyAnswers(surveyId, data?.questions)
  return useMemo(
    () =>
      data?.questions
        .filter(({ isReady }) => isReady)
        .map(({ labels, choices, ...question }) => ({
          ...question,
          name: `answers.${question.key}` as const,
          label: { text: textIn(labels, chosenLanguage(), data) ?? question.key },
          choices: choices.map((choice) => ({
            value: choice.value,
            label: { text: textIn(choice.labels, chosenLanguage(), data) ?? choice.value },
          })),
        })),
    [data],
  )
}

const fieldOf = ({ name, kind, label: text, choices }: DescribedQuestion): FilterField<AnswerName> => {
  const named = { name, label: text }
  switch (kind) {
    case 'text':
      return { ...named, kind, matchesBeginning: true }
    case 'number':
    case 'time':
      return { ...named, kind: 'range', of: kind }
    case 'date':
    case 'dateTime':
      return { ...named, kind: 'dates', valueType: 'date' }
    case 'choice':
    case 'choices':
      return { ...named, kind: 'many', choices }
  }
}

const maxShown = 60

/** Labels of questions and answers can be whole sentences, which would widen the table. */
const shorten = (text: string): string =>
  text.length > maxShown ? `${text.slice(0, maxShown).trimEnd()}…` : text

const columnOf = ({ name, kind, label: text, choices }: DescribedQuestion): Column<SurveyResponseRow> => {
  const labels = new Map(choices.map((choice) => [choice.value, label(choice.label)]))
  const textOf = (value: unknown): string => labels.get(String(value)) ?? String(value)
  return {
    key: name,
    label: { text: shorten(text.text) },
    ...((kind === 'number' || kind === 'date') && { kind }),
    render: (row) => {
      const value = valueAt(row, name)
      if (value === undefined || value === null || value === '') return '—'
      if (Array.isArray(value)) return shorten(value.map(textOf).join(', '))
      return shorten(kind === 'dateTime' ? textOf(value).replace('T', ' ') : textOf(value))
    },
  }
}

/** Returns the list of responses; if it has one survey, with filters and columns of its searchable questions. */
export const useResponsesList = () => {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const [surveyId, ...others] = [surveyResponsesList.read(search).filter['surveyId'] ?? []].flat()
  const questions = useQuestions(others.length === 0 ? surveyId : undefined)
  return useMemo(() => {
    if (!questions?.length) return { list: surveyResponsesList, answerColumns: [] }
    const unsorted = new Set(
      questions.flatMap(({ kind, name }): string[] => (isSortableKind(kind) ? [] : [name])),
    )
    const list = defineList({
      ...responsesListDescription,
      filters: [...responsesListDescription.filters, ...questions.map(fieldOf)],
    })
    return {
      list: { ...list, isSortable: (column: string) => !unsorted.has(column) && list.isSortable(column) },
      answerColumns: questions.map(columnOf),
    }
  }, [questions])
}
