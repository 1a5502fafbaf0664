import { archive, manySheets, sheetXml, text } from '@baseline/tabular/testing/archive.ts'

import { rowsXml, settings, survey, times, toWorkbook } from './form.ts'
import type { HostileForm, Rows } from './form.ts'

const questions: Rows = [
  ['type', 'name', 'label'],
  ['text', 'q', 'Q'],
]

const withSettings = (columns: string[], row: string[]) => ({
  workbook: toWorkbook({ survey: questions, settings: [columns, row] }),
})

/** Settings, and workbooks with the wrong sheets. */
export const hostileSheets: readonly HostileForm[] = [
  {
    name: 'a form_id that is a path',
    make: () => withSettings(['form_id'], ['../../../etc/passwd']),
    expected: ['loaded', 'loaded'],
  },
  {
    name: 'a form_id that is SQL',
    make: () => withSettings(['form_id'], [`'; DROP TABLE surveys; --`]),
    expected: ['loaded', 'loaded'],
  },
  {
    name: 'a form_id with marks that change the direction of text',
    make: () => withSettings(['form_id', 'form_title'], ['a\u202Eb\u200B\uFEFF', '\u202Etitle']),
    expected: ['loaded', 'loaded'],
  },
  {
    name: 'a form_id of 30,000 characters',
    make: () => withSettings(['form_id'], ['x'.repeat(30_000)]),
    expected: [
      'settings!A2 this is longer than 5000 characters',
      'settings!A2 isto tem mais de 5000 caracteres',
    ],
  },
  {
    name: 'settings that send answers elsewhere',
    make: () => withSettings(['form_id', 'submission_url'], ['a', 'http://127.0.0.1:5432/']),
    expected: [
      'settings!B2 submission_url is not supported: the answers would go to another server',
      'settings!B2 submission_url não é suportado: as respostas iriam para outro servidor',
    ],
  },
  {
    name: '10,000 rows of settings',
    make: () => ({
      workbook: toWorkbook({
        survey: questions,
        settings: [['form_id'], ...times(10_000, (n) => [String(n)])],
      }),
    }),
    expected: [
      'settings!A3 there is more than one row of settings',
      'settings!A3 há mais de uma linha de configurações',
    ],
  },
  {
    name: 'a time zone that is a path',
    make: () => withSettings(['form_id', 'baseline::time_zone'], ['a', '../../etc/localtime']),
    expected: [
      'settings!B2 ../../etc/localtime is not a time zone, like Africa/Maputo',
      'settings!B2 ../../etc/localtime não é um fuso horário, como Africa/Maputo',
    ],
  },
  {
    name: 'sheets with the wrong names',
    make: () => ({ workbook: toWorkbook({ Questions: questions, Options: questions }) }),
    expected: [
      'survey!A1 the workbook has no sheet survey',
      'survey!A1 a pasta de trabalho não tem a planilha survey',
    ],
  },
  {
    name: 'choices in the sheet of questions',
    make: () => ({
      workbook: toWorkbook({
        survey: [
          ['list_name', 'name', 'label'],
          ['list', 'a', 'A'],
        ],
        choices: questions,
        settings,
      }),
    }),
    expected: ['choices!A2 list_name is missing', 'choices!A2 falta list_name'],
  },
  {
    name: 'two sheets of questions',
    make: () => ({
      workbook: toWorkbook({
        survey: questions,
        'SURVEY ': [
          ['type', 'name', 'label'],
          ['text', 'other', 'O'],
        ],
        settings,
      }),
    }),
    expected: [
      'loaded SURVEY !A1 the sheet SURVEY  is ignored',
      'loaded SURVEY !A1 a planilha SURVEY  é ignorada',
    ],
  },
  {
    name: '10,000 sheets',
    make: () => ({
      workbook: archive(
        manySheets(
          [rowsXml(questions), ...times(9_999, () => sheetXml(''))],
          times(10_000, (n) => [n === 0 ? 'survey' : `s${String(n)}`, n + 1]),
        ),
      ),
    }),
    expected: [
      'file The file is larger than a questionnaire may be',
      'file O arquivo é maior do que um questionário pode ser',
    ],
  },
  {
    name: '10,000 names of one sheet',
    make: () => ({
      workbook: archive(
        manySheets(
          [
            rowsXml([
              ...questions,
              ...times(1_000, (n) => ['text', `q${String(n)}`, `Question ${String(n)}`]),
            ]),
          ],
          times(10_000, (n) => [n === 0 ? 'survey' : `s${String(n)}`, 1]),
        ),
      ),
    }),
    expected: ['file The file is damaged', 'file O arquivo está danificado'],
  },
  {
    name: 'merged cells over all rows and columns',
    make: () => ({
      workbook: archive(
        manySheets(
          [
            rowsXml(questions).replace(
              '</worksheet>',
              '<mergeCells count="1"><mergeCell ref="A2:XFD1048576"/></mergeCells></worksheet>',
            ),
          ],
          [['survey', 1]],
        ),
      ),
    }),
    expected: [
      'loaded settings!A1 form_id is missing; hostile is used, from the name of the file',
      'loaded settings!A1 falta form_id; usa-se hostile, do nome do arquivo',
    ],
  },
  {
    name: 'cells with failed formulas',
    make: () =>
      survey('type name label relevant', [
        ['text', '#REF!', 'Q', '#NAME?'],
        ['#VALUE!', 'q', 'Q', null],
      ]),
    expected: [
      'survey!A3 the cell does not contain readable text: #VALUE!',
      'survey!A3 a célula não contém texto legível: #VALUE!',
    ],
  },
  {
    name: 'formulas that call programs',
    make: () => ({
      workbook: archive(
        manySheets(
          [
            sheetXml(
              `<row r="1">${text('A1', 'type')}${text('B1', 'name')}${text('C1', 'label')}</row>` +
                `<row r="2">${text('A2', 'text')}${text('B2', 'q')}<c r="C2" t="str"><f>cmd|'/c calc'!A1</f><v>Q</v></c></row>`,
            ),
          ],
          [['survey', 1]],
        ),
      ),
    }),
    expected: [
      'loaded settings!A1 form_id is missing; hostile is used, from the name of the file',
      'loaded settings!A1 falta form_id; usa-se hostile, do nome do arquivo',
    ],
  },
]
