import { randomUUID } from 'node:crypto'

import { fillForm } from './fill.ts'
import type { Answers, Interview } from './fill.ts'
import { readFormParts } from './form-parts.ts'
import type { FormParts } from './form-parts.ts'
import { elementsOf, getChild, parseXml, textOf, writeXml } from './xml.ts'
import type { XmlElement } from './xml.ts'

type MutableAnswers = Record<string, Answers[string]>

/** Returns the instanceID of a submission. */
export const instanceIdOf = (submission: string): string =>
  textOf(getChild(getChild(parseXml(submission), 'meta'), 'instanceID'))

/**
 * Reads the answers below an element. An element that the submission lacks was not relevant. Data that the form does
 * not know, such as an earlier deprecatedID, is lost when JavaRosa loads a submission.
 */
const readChildren = (
  parts: FormParts,
  { template, filled, path, base }: { template: XmlElement; filled: XmlElement; path: string; base: string },
): MutableAnswers => {
  const keyOf = (local: string): string => `${path}/${local}`.slice(base === '' ? 0 : base.length + 1)
  const answers: MutableAnswers = {}
  for (const child of elementsOf(template)) {
    const elements = elementsOf(filled).filter(({ local }) => local === child.local)
    const childPath = `${path}/${child.local}`
    const read = (element: XmlElement, rowBase: string): MutableAnswers =>
      readChildren(parts, { template: child, filled: element, path: childPath, base: rowBase })
    const [first] = elements
    if (!first) answers[keyOf(child.local)] = parts.repeats.has(childPath) ? [] : null
    else if (parts.repeats.has(childPath))
      answers[keyOf(child.local)] = elements.map((element) => read(element, childPath))
    else if (elementsOf(child).length > 0) Object.assign(answers, read(first, base))
    else answers[keyOf(child.local)] = textOf(first)
  }
  return answers
}

/** Reads the answers of a submission, for an interview that is opened again. */
const readAnswers = (parts: FormParts, submission: string): Answers =>
  readChildren(parts, {
    template: parts.root,
    filled: parseXml(submission),
    path: `/${parts.root.local}`,
    base: '',
  })

/**
 * Changes a finalized interview. The edit has a new instanceID. Collect appends the former one as `deprecatedID` to
 * the element meta, without a namespace even if meta has one. The start of the interview stays, its end is new.
 */
export const editSubmission = (
  { xform, submission }: { xform: string; submission: string },
  changes: Answers,
  interview: Interview,
): string => {
  const parts = readFormParts(xform)
  const formerId = instanceIdOf(submission)
  const endPaths = [...parts.binds]
    .filter(([, bind]) => bind.get('preloadParams') === 'end')
    .map(([path]) => path)
  const renewed = new Set([...endPaths, `/${parts.root.local}/meta/instanceID`])
  const isReopened = (path: string): boolean => Object.keys(changes).some((key) => key.startsWith(`${path}/`))
  const formerAnswers = Object.entries(readAnswers(parts, submission)).filter(
    ([path, answer]) => !renewed.has(path) && !(answer === null && isReopened(path)),
  )
  const answers = { ...Object.fromEntries(formerAnswers), ...changes }
  const filled = parseXml(fillForm(xform, answers, interview))
  const meta = getChild(filled, 'meta')
  const instanceId = getChild(meta, 'instanceID')
  instanceId.children = [`uuid:${randomUUID()}`]
  meta.children.push({
    name: 'deprecatedID',
    local: 'deprecatedID',
    namespace: '',
    attributes: new Map(),
    children: [formerId],
  })
  return writeXml(filled)
}
