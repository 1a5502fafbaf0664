import { archive } from '@baseline/tabular/testing/archive.ts'

import { survey, times } from './form.ts'
import type { HostileForm } from './form.ts'

type Files = Readonly<Record<string, string | Uint8Array>>

/** Returns a form with a list in a file, which the cell survey!A2 names. */
const withFile = (content: string | Uint8Array, name = 'towns.csv') => ({
  ...survey('type name label', [[`select_one_from_file ${name}`, 'q', 'Q']]),
  files: { [name]: content } satisfies Files,
})

/** Attached lists. */
export const hostileAttachments: readonly HostileForm[] = [
  {
    name: 'a list of one line with 9 MB',
    make: () => withFile(`name,label\n${times(1_300_000, String).join(' ')}`),
    expected: [
      'survey!A2 the attached file towns.csv is damaged, too large or not in UTF-8',
      'survey!A2 o arquivo anexado towns.csv está danificado, é grande demais ou não está em UTF-8',
    ],
  },
  {
    name: 'a list with five million columns',
    make: () => withFile(`name,label\n${','.repeat(5_000_000)}`),
    expected: [
      'survey!A2 the attached file towns.csv is damaged, too large or not in UTF-8',
      'survey!A2 o arquivo anexado towns.csv está danificado, é grande demais ou não está em UTF-8',
    ],
  },
  {
    name: 'a list with NUL bytes',
    make: () => withFile('name,label\na\0,A\0\n\0\0\0,B\n'),
    expected: [
      'survey!A2 the attached file towns.csv is damaged, too large or not in UTF-8',
      'survey!A2 o arquivo anexado towns.csv está danificado, é grande demais ou não está em UTF-8',
    ],
  },
  {
    name: 'a list of a million rows',
    make: () => withFile(`name,label\n${times(1_000_000, (n) => `${String(n)},A`).join('\n')}`),
    expected: [
      'survey!A2 the attached file towns.csv is damaged, too large or not in UTF-8',
      'survey!A2 o arquivo anexado towns.csv está danificado, é grande demais ou não está em UTF-8',
    ],
  },
  {
    name: 'a list with 9 MB in quotation marks that are not closed',
    make: () => withFile(`name,label\n"${times(1_300_000, String).join('\n')}`),
    expected: [
      'survey!A2 the attached file towns.csv is damaged, too large or not in UTF-8',
      'survey!A2 o arquivo anexado towns.csv está danificado, é grande demais ou não está em UTF-8',
    ],
  },
  {
    name: 'a list with 9 MB in one quoted cell',
    make: () => withFile(`name,label\na,"${times(1_300_000, String).join('\n')}"`),
    expected: [
      'survey!A2 the attached file towns.csv is damaged, too large or not in UTF-8',
      'survey!A2 o arquivo anexado towns.csv está danificado, é grande demais ou não está em UTF-8',
    ],
  },
  {
    name: 'a list of four million quotation marks',
    make: () => withFile(`name,label\n${'"'.repeat(4_000_001)}`),
    expected: [
      'survey!A2 the attached file towns.csv is damaged, too large or not in UTF-8',
      'survey!A2 o arquivo anexado towns.csv está danificado, é grande demais ou não está em UTF-8',
    ],
  },
  {
    name: 'a list in another encoding',
    make: () => withFile(Buffer.from('name,label\nsao,São\n', 'latin1')),
    expected: [
      'survey!A2 the attached file towns.csv is damaged, too large or not in UTF-8',
      'survey!A2 o arquivo anexado towns.csv está danificado, é grande demais ou não está em UTF-8',
    ],
  },
  {
    name: 'a list in UTF-16',
    make: () => withFile(Buffer.from('\uFEFFname,label\na,A\n', 'utf16le')),
    expected: [
      'survey!A2 the attached file towns.csv is damaged, too large or not in UTF-8',
      'survey!A2 o arquivo anexado towns.csv está danificado, é grande demais ou não está em UTF-8',
    ],
  },
  {
    name: 'a list with formulas',
    make: () => withFile('name,label\n"=cmd|\'/c calc\'!A1","=HYPERLINK(""http://example.org"")"\n'),
    expected: ['loaded', 'loaded'],
  },
  {
    name: 'a list with 10,000 rows of 110 columns',
    make: () =>
      withFile(
        [
          `name,${times(109, (n) => `a${String(n)}`).join(',')}`,
          ...times(10_000, (n) => `${String(n)},${'1,'.repeat(108)}1`),
        ].join('\n'),
      ),
    expected: [
      'survey!A2 the attached file towns.csv is damaged, too large or not in UTF-8',
      'survey!A2 o arquivo anexado towns.csv está danificado, é grande demais ou não está em UTF-8',
    ],
  },
  {
    name: 'a list with columns of Object.prototype',
    make: () => withFile('name,label,__proto__,constructor\na,A,x,y\n'),
    expected: ['loaded', 'loaded'],
  },
  {
    name: 'a zip bomb as a list',
    make: () => withFile(archive({ 'a.csv': ' '.repeat(50_000_000) })),
    expected: [
      'survey!A2 the attached file towns.csv is damaged, too large or not in UTF-8',
      'survey!A2 o arquivo anexado towns.csv está danificado, é grande demais ou não está em UTF-8',
    ],
  },
  {
    name: 'a map of a million nested arrays',
    make: () => withFile(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`, 'map.geojson'),
    expected: [
      'survey!A2 the attached file map.geojson is damaged, too large or not in UTF-8',
      'survey!A2 o arquivo anexado map.geojson está danificado, é grande demais ou não está em UTF-8',
    ],
  },
  {
    name: 'a map with properties of Object.prototype',
    make: () =>
      withFile(
        '{"type":"FeatureCollection","features":[{"id":"a","properties":{"__proto__":{"x":1},"constructor":"y","title":"A"}}]}',
        'map.geojson',
      ),
    expected: ['loaded', 'loaded'],
  },
  {
    name: 'a list in another folder',
    make: () =>
      survey('type name label', [
        ['select_one_from_file ../../../etc/passwd.csv', 'a', 'A'],
        ['select_one_from_file C:\\Windows\\win.csv', 'b', 'B'],
        ['select_one_from_file /etc/shadow.csv', 'c', 'C'],
      ]),
    expected: [
      'loaded survey!A2 the file ../../../etc/passwd.csv is not attached; the survey cannot be opened without it',
      'loaded survey!A2 o arquivo ../../../etc/passwd.csv não está anexado; sem ele, a pesquisa não pode ser aberta',
    ],
  },
  {
    name: '5,000 references to missing lists',
    make: () =>
      survey(
        'type name label calculation',
        times(500, (n) => [
          'calculate',
          `c${String(n)}`,
          null,
          times(10, (m) => `pulldata('l${String(n * 10 + m)}', 'a', 'b', 1)`).join(' + '),
        ]),
      ),
    expected: [
      'loaded survey!D2 the file l0.csv is not attached; the survey cannot be opened without it',
      'loaded survey!D2 o arquivo l0.csv não está anexado; sem ele, a pesquisa não pode ser aberta',
    ],
  },
]
