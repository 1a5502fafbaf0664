/** The tables of measured figures in the documents. A row is named as in `row` of the benchmarks. */
import { bare, cases, command, describeRuns, limit, notes, share, value } from './runs.ts'

export interface Table {
  document: string
  name: string
  header: readonly string[]
  rows: readonly (readonly string[])[]
  notes?: readonly string[]
}

const [small, medium, large] = ['responses-10k', 'responses-1m', 'responses-10m'] as const
const document = 'docs/scale.md'

const threeSizes = (label: string, row: string): string[] => [
  label,
  value(small, row),
  value(medium, row),
  value(large, row),
  bare(large, row),
  limit(large, row),
]
const twoSizes = (label: string, row: string): string[] => [
  label,
  value(small, row),
  value(large, row),
  bare(large, row),
  limit(large, row),
]
const compared = (label: string, row: string, ratio: string, run: string = large): string[] => [
  label,
  value(run, row),
  bare(run, row),
  value(run, ratio),
  limit(run, ratio),
]
const withLimit = (label: string, row: string, run: string = large): string[] => [
  label,
  value(run, row),
  limit(run, row),
]
const exported = (label: string, run: string, row: string): string[] => [
  label,
  command(run),
  value(run, row),
  limit(run, row),
]

const falsified = [
  ['copied interviews', 'copied'],
  ['many interviews at one place', 'spot'],
  ['overlapping interviews', 'overlap'],
  ['household interviewed twice', 'duplicate'],
  ['enumerator much faster than the others', 'fast'],
  ['heaped ages', 'heaped'],
  ['short cuts through filter questions', 'shortcut'],
  ['all', 'all'],
] as const
const detected = (world: string): Table => ({
  document: 'docs/figures.md',
  name: `detection, ${world} survey`,
  header: [`${world} survey, strength`, '0.5 to 1', '1 to 1.5', '1.5 to 2', '2 to 3'],
  rows: falsified.map(([label, kind]) => [
    label,
    ...[0, 1, 2, 3].map((band) => share('detection', `${world}.${kind}.${String(band)}`)),
  ]),
})
const bothWorlds = (label: string, row: string, read: (run: string, row: string) => string): string[] => [
  label,
  read('detection', `first.${row}`),
  read('detection', `second.${row}`),
  limit('detection', `first.${row}`),
]

export const tables: readonly Table[] = [
  {
    document,
    name: 'lists',
    header: ['first page', '10 thousand', '1 million', '10 million', 'database alone, 10 million', 'limit'],
    rows: [
      threeSizes(`${cases(large, 'lists.orders')} orders without a filter`, 'lists.orders'),
      threeSizes(`${cases(large, 'lists.filters')} single filters, default order`, 'lists.filters'),
      threeSizes(
        `${cases(large, 'lists.combinations')} common combinations of filters`,
        'lists.combinations',
      ),
      threeSizes(`${cases(large, 'lists.pairs')} pairs of filter and order`, 'lists.pairs'),
    ],
    notes: notes('lists', small, medium, large),
  },
  {
    document,
    name: 'pages',
    header: [
      'page of an unfiltered list',
      '10 thousand',
      '1 million',
      '10 million',
      'database alone, 10 million',
      'limit',
    ],
    rows: [
      threeSizes('page 1,000', 'pages.page 1,000'),
      threeSizes('page in the middle', 'pages.the middle'),
      threeSizes('last page', 'pages.the last page'),
    ],
  },
  {
    document,
    name: 'random',
    header: ['random lists', '10 million', 'limit'],
    rows: [
      withLimit(`slowest of ${cases(large, 'random.slowest')}`, 'random.slowest'),
      withLimit('5xx responses', 'random.errors'),
    ],
    notes: notes('random', large),
  },
  {
    document,
    name: 'records',
    header: ['measurement', '10 thousand', '10 million', 'database alone, 10 million', 'limit'],
    rows: [
      twoSizes('part of a text, 3 or 6 characters', 'texts.3 or 6 characters'),
      twoSizes('part of a text, 2 characters, no match', 'texts.2 characters, none'),
      twoSizes('one response by id', 'records.by id'),
      twoSizes('suggestions while typing', 'records.suggestions'),
    ],
    notes: notes('records', small, large),
  },
  {
    document,
    name: 'counts',
    header: ['measurement', '10 thousand', '10 million', 'limit'],
    rows: [
      ['count with a page', 'counts.p95'],
      ['wrong counts', 'counts.wrong'],
      ['wrong rollup rows after 100,000 changes', 'counts.rollups'],
    ].map(([label = '', row = '']) => [label, value(small, row), value(large, row), limit(large, row)]),
    notes: notes('counts', small, large),
  },
  {
    document,
    name: 'throughput',
    header: ['measurement at 10 million', 'result', 'reference', 'ratio', 'minimum ratio'],
    rows: [
      compared('list, compared with a bare HTTP server', 'throughput.api', 'throughput.api.ratio'),
      compared('list, compared with the same rows in one table', 'throughput.rows', 'throughput.rows.ratio'),
      compared('intake of single rows, compared with `pgbench`', 'intake.single rows, 10', 'intake.ratio'),
      compared('the same on a slower disk', 'intake.single rows, 10', 'intake.ratio', 'intake-slow-disk'),
    ],
    notes: notes('throughput', medium, large),
  },
  {
    document,
    name: 'intake',
    header: ['intake at 10 million', 'concurrency 10', 'concurrency 100'],
    rows: ['single rows', 'imported rows'].map((kind) => [
      kind,
      value(large, `intake.${kind}, 10`),
      value(large, `intake.${kind}, 100`),
    ]),
  },
  {
    document,
    name: 'loading',
    header: ['loading by COPY, with indexes, counts and statistics', 'rate'],
    rows: [
      ['1 million', value(medium, 'loading')],
      ['10 million', value('loading-10m', 'loading')],
      [
        '10 million, with the figures of the dashboard and other work on the machine',
        value('loading-10m-busy', 'loading'),
      ],
    ],
  },
  {
    document,
    name: 'dashboard',
    header: ['measurement', '10 million', 'limit'],
    rows: [
      withLimit('dashboard of all responses', 'dashboard.all'),
      withLimit('dashboard of a range of dates', 'dashboard.range'),
      withLimit('figures that differ from a recount', 'dashboard.wrong'),
      withLimit('time until an open screen shows a new response', 'dashboard.delay'),
      withLimit(
        'map tiles without a filter, by survey, status or district, zooms 0 to 10',
        'map.zooms 0 to 10',
      ),
      withLimit('the same, zoom 11', 'map.zoom 11'),
      withLimit('the same, zoom 12 and higher', 'map.zoom 12 and higher'),
      withLimit(`map tiles by ${cases(large, 'map.other filters')} other filters`, 'map.other filters'),
    ],
    notes: notes('dashboard', small, large),
  },
  {
    document,
    name: 'runs',
    header: ['run', 'date', 'commit', 'machine', 'command'],
    rows: describeRuns(),
  },
  {
    document: 'docs/figures.md',
    name: 'exports',
    header: ['measurement', 'command', 'result', 'limit'],
    rows: [
      exported('1,000,000 × 30 to Excel, wrong rows', 'exports-xlsx', 'xlsx.rows'),
      exported('1,000,000 × 30 to Excel, peak memory', 'exports-xlsx', 'xlsx.memory'),
      exported('1,000,000 × 30 to Excel, processor time', 'exports-xlsx', 'xlsx.processor'),
      exported('the same, ratio to bare strings and zlib', 'exports-xlsx', 'xlsx.ratio'),
      exported('1,000,000 × 30 to Excel, elapsed time', 'exports-xlsx', 'xlsx.elapsed'),
      exported('10,000,000 × 30 to csv, wrong rows', 'exports-csv', 'csv.rows'),
      exported('10,000,000 × 30 to csv, peak memory', 'exports-csv', 'csv.memory'),
      exported('10,000,000 × 30 to csv, processor time', 'exports-csv', 'csv.processor'),
      exported('10,000,000 × 30 to csv, elapsed time', 'exports-csv', 'csv.elapsed'),
      exported(
        'complete files, worker killed in 10 exports of 100,000 rows',
        'exports-kill',
        'kill.complete',
      ),
      exported('complete files, 50 exports of 10,000 rows by 10 users', 'exports-queue', 'queue.complete'),
      exported('time until all 50 are finished', 'exports-queue', 'queue.minutes'),
      exported('p95 of lists during these exports', 'exports-queue', 'queue.lists'),
    ],
    notes: notes('exports', 'exports-kill'),
  },
  detected('first'),
  detected('second'),
  {
    document: 'docs/figures.md',
    name: 'honest interviews',
    header: ['measurement', 'first survey', 'second survey', 'limit'],
    rows: [
      bothWorlds('honest interviews with a warning or an error', 'warn', share),
      bothWorlds('honest interviews with an error', 'error', share),
      bothWorlds('honest enumerators with a flag', 'enumerators', share),
      bothWorlds('falsified among the first 50 of the queue', 'queue', value),
    ],
  },
  {
    document: 'README.md',
    name: 'readme',
    header: ['measurement', 'result', 'command'],
    rows: [
      [
        `first page of a list of 10,000,000 responses, any of ${cases(large, 'lists.orders')} orders, p95`,
        value(large, 'lists.orders'),
        '`npm run bench -- --rows 10000000`',
      ],
      [
        '10,000,000 responses × 30 columns to csv, peak memory',
        value('exports-csv', 'csv.memory'),
        command('exports-csv'),
      ],
      [
        '5,000 rows imported while the server is killed 20 times and 20 answers are lost',
        'each stored exactly once',
        '`npm run chaos:import`',
      ],
    ],
  },
]
