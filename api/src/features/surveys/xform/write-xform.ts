import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { formatFormVersion } from '@baseline/contract/surveys/phone-forms.ts'

import { writeBinds } from './binds.ts'
import { writeBody } from './body.ts'
import { writeChoices } from './choice-instances.ts'
import { FormContext } from './form-context.ts'
import { writeItems } from './instance.ts'
import { writeMeta } from './meta.ts'
import { rootName } from './paths.ts'
import type { PhoneProblem } from './problem.ts'
import { element, serialize } from './xml.ts'
import type { XmlElement } from './xml.ts'

/** Increase it with every change that changes the bytes of a form, so that phones fetch the form again. */
export const generator = 2

export const namespaces = {
  xmlns: 'http://www.w3.org/2002/xforms',
  'xmlns:h': 'http://www.w3.org/1999/xhtml',
  'xmlns:ev': 'http://www.w3.org/2001/xml-events',
  'xmlns:xsd': 'http://www.w3.org/2001/XMLSchema',
  'xmlns:jr': 'http://openrosa.org/javarosa',
  'xmlns:orx': 'http://openrosa.org/xforms',
  'xmlns:odk': 'http://www.opendatakit.org/xforms',
}

const writeLists = (form: FormContext): XmlElement[] =>
  Object.entries(form.survey.choices).map(([list, choices]) =>
    writeChoices(form.survey, form.instanceIds.get(list) ?? list, choices, {
      translations: form.translations,
      pathOf: (key) => form.pathOf(key),
    }),
  )

/** Collect reads this attribute from version 2025.2.0 on. */
const writeSubmission = ({ clientEditable = true }: SurveyDefinition): XmlElement[] =>
  clientEditable ? [element('submission', { 'odk:client-editable': 'true' })] : []

const writeForm = (form: FormContext, version: number): XmlElement => {
  const { survey, translations } = form
  const meta = writeMeta(form)
  const body = writeBody(form, survey.items)
  const model = [
    element('instance', {}, [
      element(rootName, { id: survey.formId, version: formatFormVersion({ version, generator }) }, [
        ...writeItems(form, survey.items),
        meta.instance,
      ]),
    ]),
    ...writeLists(form),
    ...writeBinds(form),
    ...meta.binds,
  ]
  return element('h:html', namespaces, [
    element('h:head', {}, [
      element('h:title', {}, [survey.label]),
      // The other parts add the texts, so that the texts are written last.
      element('model', { 'odk:xforms-version': '1.0.0' }, [
        ...writeSubmission(survey),
        translations.write(),
        ...model,
      ]),
    ]),
    element('h:body', survey.style === undefined ? {} : { class: survey.style }, body),
  ])
}

/** Writes a version of a questionnaire as an XForm for phones. */
export const writeXForm = (survey: SurveyDefinition, { version }: { version: number }): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${serialize(writeForm(new FormContext(survey), version))}\n`

/** Returns the rules of a questionnaire that cannot be expressed for phones. */
export const findPhoneProblems = (survey: SurveyDefinition): readonly PhoneProblem[] => {
  const form = new FormContext(survey)
  writeForm(form, 1)
  return form.problems
}
