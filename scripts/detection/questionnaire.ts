/** The questions of the generated surveys, with the distribution of the honest answers. */

/** Lists of choices, with the weight of each choice in an average village. */
export const lists = {
  yes_no: { yes: 50, no: 50 },
  agreement: { yes: 97, no: 3 },
  sex: { female: 50, male: 50 },
  district: { boane: 1, magude: 1, manhica: 1, marracuene: 1, matutuine: 1, moamba: 1, namaacha: 1 },
  marital_status: { single: 10, married: 66, widowed: 15, divorced: 9 },
  education: { none: 30, primary: 44, secondary: 20, vocational: 4, university: 2 },
  occupation: { farmer: 50, fisher: 8, trader: 13, employee: 12, casual: 10, home: 5, other: 2 },
  relation: { head: 1, spouse: 5, child: 8, grandchild: 2, parent: 1, relative: 2 },
  tenure: { owned: 82, rented: 10, borrowed: 8 },
  walls: { brick: 42, wood: 10, reed: 30, earth: 16, other: 2 },
  roof: { sheets: 62, tiles: 5, concrete: 5, straw: 28 },
  floor: { earth: 50, cement: 38, tiles: 6, wood: 6 },
  kitchen: { inside: 25, outside: 50, shared: 10, none: 15 },
  lighting: { grid: 34, solar: 22, battery: 20, kerosene: 10, candle: 14 },
  fuel: { wood: 52, charcoal: 34, gas: 9, electricity: 5 },
  water: { piped: 16, standpipe: 25, borehole: 25, well: 20, river: 14 },
  treatment: { none: 45, boil: 20, chlorine: 20, filter: 15 },
  toilet: { flush: 10, improved: 32, pit: 40, none: 18 },
  waste: { buried: 30, burned: 34, collected: 16, thrown: 20 },
  crop: { maize: 45, cassava: 25, beans: 10, groundnuts: 12, rice: 8 },
  business: { shop: 30, food: 28, services: 18, crafts: 14, transport: 8, other: 2 },
  destination: { capital: 40, abroad: 30, province: 20, other_province: 10 },
  facility: { centre: 52, hospital: 12, community: 16, healer: 12, pharmacy: 8 },
  lender: { family: 40, shop: 22, group: 25, bank: 13 },
  place_of_savings: { group: 45, home: 30, bank: 12, phone: 13 },
  giver: { government: 45, organisation: 35, church: 20 },
  frequency: { never: 38, rarely: 28, sometimes: 22, often: 12 },
  opinion: {
    very_bad: 14,
    bad: 24,
    neither: 22,
    good: 26,
    very_good: 14,
    dont_know: 0,
    refused: 0,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, number>>>>

type ListName = keyof typeof lists

/** Numbers with a log-normal distribution. */
export interface NumberDraw {
  median: number
  /** Standard deviation of the logarithm. */
  spread: number
  /** People answer in multiples of this. */
  step: number
  from: number
  to: number
}

/** A question about the household. */
export interface HouseholdQuestion {
  name: string
  label: string
  list?: ListName
  number?: NumberDraw
  /** Is asked only after "yes" to this question. */
  after?: string
  /** Share of "yes" in an average village. */
  yes?: number
  softMax?: number
}

const choice = (name: string, label: string, list: ListName, after?: string): HouseholdQuestion => ({
  name,
  label,
  list,
  ...(after && { after }),
})

const number = (
  name: string,
  label: string,
  [median, spread, step, from, to]: readonly [number, number, number, number, number],
  more: { after?: string; softMax?: number } = {},
): HouseholdQuestion => ({ name, label, number: { median, spread, step, from, to }, ...more })

/** A question with follow-up questions after "yes". */
const filter = (name: string, label: string, yes: number): HouseholdQuestion => ({
  name,
  label,
  list: 'yes_no',
  yes,
})

const opinions = [
  ['trust_neighbours', 'Trust in neighbours'],
  ['trust_leader', 'Trust in the village leader'],
  ['safety_day', 'Safety in the village by day'],
  ['safety_night', 'Safety in the village by night'],
  ['life', 'Satisfaction with life'],
  ['income', 'Satisfaction with the income'],
  ['health', 'Own health'],
  ['water_quality', 'Quality of the water'],
  ['schools', 'Quality of the schools'],
  ['roads', 'State of the roads'],
  ['clinic', 'Service in the health centre'],
  ['voice', 'Influence on decisions of the village'],
  ['honesty', 'Honesty of officials'],
  ['future', 'Expectation for the next year'],
  ['rains', 'Rains of the last three years'],
  ['markets', 'Prices in the market'],
].map(([name = '', label = '']) => choice(name, label, 'opinion'))

/** Questions by section of the questionnaire. */
export const sections: Readonly<Record<string, readonly HouseholdQuestion[]>> = {
  head: [
    choice('head_sex', 'Sex of the head', 'sex'),
    choice('head_status', 'Marital status of the head', 'marital_status'),
    choice('head_education', 'Highest level of education', 'education'),
    choice('head_reads', 'Can read a letter', 'yes_no'),
    choice('head_occupation', 'Main occupation', 'occupation'),
  ],
  housing: [
    choice('tenure', 'Owner of the house', 'tenure'),
    choice('walls', 'Walls', 'walls'),
    choice('roof', 'Roof', 'roof'),
    choice('floor', 'Floor', 'floor'),
    number('rooms', 'Rooms', [2.6, 0.45, 1, 1, 12], { softMax: 12 }),
    choice('kitchen', 'Kitchen', 'kitchen'),
    choice('lighting', 'Lighting', 'lighting'),
    choice('fuel', 'Fuel for cooking', 'fuel'),
    choice('water', 'Source of drinking water', 'water'),
    number('water_minutes', 'Minutes to the water', [14, 0.8, 1, 0, 180]),
    choice('treatment', 'Treatment of the water', 'treatment'),
    choice('toilet', 'Toilet', 'toilet'),
    choice('handwashing', 'Place to wash hands', 'yes_no'),
    choice('waste', 'Waste', 'waste'),
  ],
  farming: [
    filter('farms', 'Does the household farm?', 0.7),
    number('land', 'Hectares', [1.6, 0.7, 0.5, 0.5, 40], { after: 'farms', softMax: 30 }),
    choice('crop', 'Main crop', 'crop', 'farms'),
    number('harvest', 'Harvest in bags', [9, 0.8, 1, 0, 300], { after: 'farms', softMax: 250 }),
    choice('irrigation', 'Irrigation', 'yes_no', 'farms'),
    choice('fertiliser', 'Fertiliser', 'yes_no', 'farms'),
    filter('livestock', 'Does the household keep animals?', 0.55),
    number('cattle', 'Cattle', [1.5, 1, 1, 0, 80], { after: 'livestock', softMax: 70 }),
    number('goats', 'Goats', [3, 0.9, 1, 0, 80], { after: 'livestock' }),
    number('poultry', 'Poultry', [8, 0.7, 1, 0, 150], { after: 'livestock' }),
  ],
  money: [
    filter('trades', 'Does the household have a business?', 0.35),
    choice('business', 'Kind of business', 'business', 'trades'),
    number('business_income', 'Income of the business last month', [4_000, 0.9, 100, 0, 400_000], {
      after: 'trades',
      softMax: 300_000,
    }),
    number('business_people', 'People who work there', [1.4, 0.5, 1, 1, 30], { after: 'trades' }),
    filter('migrants', 'Does a member live elsewhere?', 0.3),
    choice('destination', 'Where?', 'destination', 'migrants'),
    number('remittances', 'Money received from them last year', [3_500, 1, 100, 0, 300_000], {
      after: 'migrants',
    }),
    filter('debts', 'Does the household have debts?', 0.32),
    choice('lender', 'Who lent the money?', 'lender', 'debts'),
    number('debt', 'Amount', [2_500, 0.9, 100, 100, 300_000], { after: 'debts' }),
    filter('saves', 'Does the household save?', 0.38),
    choice('savings', 'Where?', 'place_of_savings', 'saves'),
    filter('support', 'Did the household receive support?', 0.28),
    choice('giver', 'From whom?', 'giver', 'support'),
    number('support_amount', 'Value of the support', [1_500, 0.7, 100, 100, 100_000], { after: 'support' }),
  ],
  health: [
    filter('ill', 'Was a member ill in the last 30 days?', 0.42),
    choice('facility', 'Where was help sought?', 'facility', 'ill'),
    number('facility_minutes', 'Minutes to get there', [38, 0.7, 5, 0, 600], { after: 'ill' }),
    number('paid', 'Paid for treatment', [180, 1, 10, 0, 50_000], { after: 'ill' }),
    number('meals', 'Meals yesterday', [2.4, 0.25, 1, 1, 5]),
    choice('worried', 'Worried about food', 'frequency'),
    choice('ate_less', 'Ate less than needed', 'frequency'),
    choice('no_food', 'No food in the house', 'frequency'),
    choice('whole_day', 'A whole day without food', 'frequency'),
    number('lean_months', 'Months without enough food', [2, 0.5, 1, 0, 12]),
  ],
  opinions,
}

export const questions: readonly HouseholdQuestion[] = Object.values(sections).flat()

/** Questions with follow-ups: "no" makes the interview shorter. */
export const filters = questions.filter(({ yes }) => yes !== undefined)
