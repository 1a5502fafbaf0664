import { settings } from '../corpus-workbook.ts'
import type { CorpusEntry } from '../corpus-workbook.ts'

/** One per type, and older spellings of types. */
export const typesCorpus: readonly CorpusEntry[] = [
  {
    name: 'type text',
    sheets: {
      survey: `type | name | label
text | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type integer',
    sheets: {
      survey: `type | name | label
integer | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type decimal',
    sheets: {
      survey: `type | name | label
decimal | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type date',
    sheets: {
      survey: `type | name | label
date | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type time',
    sheets: {
      survey: `type | name | label
time | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type dateTime',
    sheets: {
      survey: `type | name | label
dateTime | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type geopoint',
    sheets: {
      survey: `type | name | label
geopoint | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type geotrace',
    sheets: {
      survey: `type | name | label
geotrace | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type geoshape',
    sheets: {
      survey: `type | name | label
geoshape | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type image',
    sheets: {
      survey: `type | name | label
image | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type audio',
    sheets: {
      survey: `type | name | label
audio | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type video',
    sheets: {
      survey: `type | name | label
video | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type file',
    sheets: {
      survey: `type | name | label
file | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type barcode',
    sheets: {
      survey: `type | name | label
barcode | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type acknowledge',
    sheets: {
      survey: `type | name | label
acknowledge | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type note',
    sheets: {
      survey: `type | name | label
note | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type start',
    sheets: {
      survey: `type | name | label
start | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type end',
    sheets: {
      survey: `type | name | label
end | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type today',
    sheets: {
      survey: `type | name | label
today | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type deviceid',
    sheets: {
      survey: `type | name | label
deviceid | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type username',
    sheets: {
      survey: `type | name | label
username | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type email',
    sheets: {
      survey: `type | name | label
email | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type phonenumber',
    sheets: {
      survey: `type | name | label
phonenumber | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type subscriberid',
    sheets: {
      survey: `type | name | label
subscriberid | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type simserial',
    sheets: {
      survey: `type | name | label
simserial | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type audit',
    sheets: {
      survey: `type | name | label
audit | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type start-geopoint',
    sheets: {
      survey: `type | name | label
start-geopoint | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type hidden',
    sheets: {
      survey: `type | name | label
hidden | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type calculate',
    sheets: {
      survey: `type | name | label | calculation
integer | a | A | 
calculate | b | | \${a} * 2`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type range',
    sheets: {
      survey: `type | name | label | parameters
range | q | Q | start=0 end=5 step=1`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'range without step',
    sheets: {
      survey: `type | name | label | parameters
range | q | Q | start=1 end=1`,
      settings,
    },
    outcome: ['refused survey!D2 start=1 end=1 is not a range, like start=1 end=10 step=1'],
  },
  {
    name: 'types in capitals and with spaces',
    sheets: {
      survey: `type | name | label
Select one yn | a | A
SELECT_MULTIPLE yn | b | B
add text prompt | c | C`,
      choices: `list_name | name | label
yn | yes | Yes
yn | no | No`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'an older type with a constraint',
    sheets: {
      survey: `type | name | label
percentage | q | Q`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'the type include',
    sheets: {
      survey: `type | name | label
include | q | Q`,
      settings,
    },
    outcome: ['refused survey!A2 the type include is not supported'],
  },
  {
    name: 'the type osm',
    sheets: {
      survey: `type | name | label
osm | q | Q
text | a | A`,
      settings,
    },
    outcome: ['refused survey!A2 the type osm is not supported'],
  },
  {
    name: 'background-audio',
    sheets: {
      survey: `type | name | label
background-audio | q | Q
text | a | A`,
      settings,
    },
    outcome: ['refused survey!A2 the type background-audio is not supported'],
  },
]
