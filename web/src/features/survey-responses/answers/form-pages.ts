import { isAsked } from '@baseline/contract/surveys/master.ts'
import type { Group, Item, SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import { answerItems } from './outline.ts'

/** A part of the form: a page, or a section of a form without pages. */
export interface FormPart {
  /** Key of its section, or of its first item. */
  key: string
  /** The section that it is, or that it is a part of; undefined outside sections. */
  section: Group | undefined
  /** Number of the part, if its section is too long for one page or there is no section. */
  number: number | undefined
  items: readonly Item[]
}

interface FormOutline {
  isPaged: boolean
  parts: readonly FormPart[]
}

/** Maximum number of questions of a form without pages. Rendering more takes seconds. */
const maxScrolledQuestions = 200
/** Maximum number of questions on a page, unless one repeat has more. */
const maxPageQuestions = 80

const countAsked = (items: readonly Item[]): number =>
  items.reduce(
    (sum, item) => sum + (item.kind === 'question' ? Number(isAsked(item)) : countAsked(item.items)),
    0,
  )

const partOf = (group: Group): FormPart => ({
  key: group.key,
  section: group,
  number: undefined,
  items: [group],
})

/** Splits items into pages: one per section, and one per run of other items. Long sections are split again. */
const pagesIn = (items: readonly Item[], section: Group | undefined): FormPart[] => {
  const pages: FormPart[] = []
  let run: Item[] = []
  let runs = 0
  const endRun = () => {
    const [first] = run
    if (first) pages.push({ key: first.key, section, number: (runs += 1), items: run })
    run = []
  }
  for (const item of items) {
    if (item.kind === 'group' || countAsked([...run, item]) > maxPageQuestions) endRun()
    if (item.kind !== 'group') run.push(item)
    else if (countAsked(item.items) <= maxPageQuestions) pages.push(partOf(item))
    else pages.push(...pagesIn(item.items, item))
  }
  endRun()
  return pages
}

const asksForPages = ({ style = '' }: SurveyDefinition): boolean => style.split(/\s+/).includes('pages')

const outlineOf = (survey: SurveyDefinition): FormOutline => {
  const pages = pagesIn(survey.items, undefined)
  const isPaged =
    pages.length > 1 && (asksForPages(survey) || countAsked(survey.items) > maxScrolledQuestions)
  const sections = survey.items.flatMap((item) => (item.kind === 'group' ? [partOf(item)] : []))
  return { isPaged, parts: isPaged ? pages : sections }
}

const cache = new WeakMap<SurveyDefinition, FormOutline>()

/** Returns the pages of a form, or its sections if it is one page. */
export const formOutline = (survey: SurveyDefinition): FormOutline => {
  const outline = cache.get(survey) ?? outlineOf(survey)
  cache.set(survey, outline)
  return outline
}

/** Returns the keys of questions and repeats in a part. */
export const keysIn = ({ items }: FormPart): ReadonlySet<string> =>
  new Set(answerItems(items).map(({ key }) => key))

/** Returns the page with an answer, by the path of the answer. */
export const findPage = (survey: SurveyDefinition, path: string): FormPart | undefined => {
  const { isPaged, parts } = formOutline(survey)
  const [key = ''] = path.split('.')
  return isPaged ? parts.find((part) => keysIn(part).has(key)) : undefined
}
