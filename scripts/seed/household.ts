import type { Chance } from './chance.ts'
import { familyName, firstName } from './people.ts'
import type { Village } from './places.ts'

type Answers = Record<string, unknown>

const roundToTenth = (value: number): number => Math.round(value * 10) / 10
const months = 'january february march april may june july august september october november december'.split(
  ' ',
)

/** Answers with several choices are stored in the order of the questionnaire. */
const orNone = (choices: string[]): string[] => (choices.length > 0 ? choices : ['none'])

const makeSchooling = (chance: Chance, age: number): Answers => ({
  ...(age >= 5
    ? { member_education: age < 14 ? 'primary' : chance.pickWeighted({ none: 3, primary: 5, secondary: 2 }) }
    : {}),
  ...(age >= 5 && age <= 24
    ? { member_attends_school: chance.happens(age < 15 ? 0.85 : 0.35) ? 'yes' : 'no' }
    : {}),
  ...(age >= 15 ? { member_works: chance.happens(0.4) ? 'yes' : 'no' } : {}),
})

const makeRelative = (chance: Chance, headAge: number, n: number): Answers => {
  const sex = chance.happens(0.5) ? 'female' : 'male'
  const age =
    n === 1 ? Math.max(16, headAge - chance.integer(-4, 8)) : chance.integer(0, Math.min(40, headAge - 12))
  return {
    member_name: firstName(chance, sex),
    member_sex: sex,
    member_age: age,
    member_relation: n === 1 ? 'spouse' : chance.pickWeighted({ child: 8, grandchild: 1, relative: 1 }),
    ...makeSchooling(chance, age),
  }
}

const makeMembers = (chance: Chance, name: string, sex: 'female' | 'male', age: number): Answers[] => {
  const size = Math.max(1, Math.round(4.6 + chance.deviation() * 3))
  const head = { member_name: name, member_sex: sex, member_age: age, member_relation: 'head' }
  return Array.from({ length: size }, (_, n) =>
    n === 0 ? { ...head, ...makeSchooling(chance, age) } : makeRelative(chance, age, n),
  )
}

const makeFarming = (chance: Chance, interviewDate: string): Answers => {
  const land = roundToTenth(0.3 + chance.fraction() ** 3 * 9)
  const crops = ['maize', ...chance.pickSome(['cassava', 'beans', 'groundnuts', 'rice', 'vegetables'], 0.35)]
  const harvest = Math.round(land * chance.integer(150, 1100))
  return {
    land,
    crops,
    maize_harvest: harvest,
    ...(harvest > 0 ? { maize_sold: Math.floor(harvest * chance.fraction() ** 2) } : {}),
    irrigation: chance.happens(0.12) ? 'yes' : 'no',
    planting_date: `${String(Number(interviewDate.slice(0, 4)) - 1)}-${chance.pick(['10', '11', '12'])}-${String(chance.integer(10, 28))}`,
  }
}

const makeHouse = (chance: Chance): Answers => {
  const tenure = chance.pickWeighted({ owned: 85, rented: 9, borrowed: 6 })
  const water = chance.pickWeighted({ piped: 15, standpipe: 25, borehole: 25, well: 20, river: 12, rain: 3 })
  const toilet = chance.pickWeighted({ flush: 8, improved: 35, pit: 40, none: 17 })
  const shared = chance.happens(0.2)
  const lighting = chance.pickWeighted({
    grid: 35,
    solar: 20,
    battery: 20,
    kerosene: 10,
    candle: 12,
    none: 3,
  })
  return {
    house_tenure: tenure,
    walls: chance.pickWeighted({ brick: 45, wood: 8, reed: 32, earth: 14, other: 1 }),
    roof: chance.pickWeighted({ sheets: 68, tiles: 3, concrete: 4, straw: 24, other: 1 }),
    rooms: chance.integer(1, 5),
    ...(tenure === 'rented' ? { rent: chance.integer(5, 60) * 100 } : {}),
    water_source: water,
    ...(water === 'piped' ? {} : { water_minutes: Math.round(5 + chance.fraction() ** 2 * 110) }),
    water_treatment: orNone(chance.pickSome(['boil', 'chlorine', 'filter', 'settle'], 0.15)),
    toilet,
    ...(toilet === 'none' ? {} : { toilet_shared: shared ? 'yes' : 'no' }),
    ...(toilet !== 'none' && shared ? { toilet_households: chance.integer(2, 6) } : {}),
    handwashing: chance.happens(0.3) ? 'yes' : 'no',
    lighting,
    cooking_fuel: chance.pickWeighted({ wood: 55, charcoal: 35, gas: 6, electricity: 3, other: 1 }),
    ...(lighting === 'grid' || lighting === 'solar'
      ? { electricity_hours: roundToTenth(2 + chance.fraction() * 22) }
      : {}),
    assets: orNone(
      chance.pickSome(['phone', 'radio', 'tv', 'bicycle', 'motorcycle', 'fridge', 'plough'], 0.3),
    ),
  }
}

const makeLivelihood = (chance: Chance, size: number, hasSmallChildren: boolean): Answers => {
  const animals = orNone(chance.pickSome(['cattle', 'goats', 'pigs', 'poultry'], 0.35))
  const sources = orNone(
    chance.pickSome(['crops', 'livestock', 'wages', 'trade', 'remittances', 'support'], 0.3),
  )
  const hasDebts = chance.happens(0.25)
  const worried = chance.pickWeighted({ never: 40, rarely: 30, sometimes: 20, often: 10 })
  return {
    animals,
    ...(animals.includes('cattle') ? { cattle: chance.integer(1, 25) } : {}),
    ...(animals.includes('goats') ? { goats: chance.integer(1, 20) } : {}),
    ...(animals.includes('poultry') ? { poultry: chance.integer(2, 40) } : {}),
    income_sources: sources,
    ...(sources[0] === 'none' ? {} : { income_month: Math.round(500 + chance.fraction() ** 3 * 40_000) }),
    debts: hasDebts ? 'yes' : 'no',
    ...(hasDebts ? { debt_amount: chance.integer(2, 90) * 100 } : {}),
    savings: chance.happens(0.3) ? 'yes' : 'no',
    meals: chance.integer(1, 4),
    worried,
    ...(worried === 'never'
      ? {}
      : {
          hungry: chance.pickWeighted({ never: 50, rarely: 35, sometimes: 12, often: 3 }),
          lean_months: months.slice(0, chance.integer(1, 3)),
        }),
    facility: chance.pickWeighted({ centre: 60, hospital: 10, community: 15, healer: 8, pharmacy: 7 }),
    facility_km: roundToTenth(0.5 + chance.fraction() ** 2 * 40),
    ill: chance.integer(0, Math.min(3, size)),
    nets: chance.happens(0.6) ? 'yes' : 'no',
    ...(hasSmallChildren ? { vaccinated: chance.happens(0.8) ? 'yes' : 'no' } : {}),
  }
}

/** Answers of a home that do not depend on the interview. */
export interface Home {
  headName: string
  answers: Answers
}

/** Answers the demo questionnaire: every shown question and no hidden one. */
export const makeHome = (chance: Chance, interviewDate: string): Home => {
  const headSex = chance.happens(0.7) ? 'male' : 'female'
  const headName = `${firstName(chance, headSex)} ${familyName(chance)}`
  if (chance.happens(0.03)) {
    const refusal_reason = chance.pick(['No time', 'Do not want to', 'Only the head decides'])
    return { headName, answers: { consent: 'no', refusal_reason } }
  }
  const headAge = chance.integer(22, 78)
  const education = chance.pickWeighted({
    none: 30,
    primary: 45,
    secondary: 18,
    vocational: 4,
    university: 3,
  })
  const members = makeMembers(chance, headName, headSex, headAge)
  const hasFarm = chance.happens(0.75)
  const allowsVisit = chance.happens(0.8)
  const answers = {
    consent: 'yes',
    head_name: headName,
    head_sex: headSex,
    head_age: headAge,
    head_marital_status: chance.pickWeighted({ single: 10, married: 68, widowed: 14, divorced: 8 }),
    head_education: education,
    ...(education === 'none' || education === 'primary'
      ? { head_literate: chance.happens(0.5) ? 'yes' : 'no' }
      : {}),
    head_occupation: chance.pickWeighted({
      farmer: 55,
      fisher: 6,
      trader: 12,
      employee: 12,
      casual: 10,
      home: 5,
    }),
    household_size: members.length,
    members,
    members_away: chance.integer(0, Math.min(1, members.length)),
    ...makeHouse(chance),
    farms: hasFarm ? 'yes' : 'no',
    ...(hasFarm ? makeFarming(chance, interviewDate) : {}),
    ...makeLivelihood(
      chance,
      members.length,
      members.some((member) => Number(member['member_age']) < 5),
    ),
    visit_again: allowsVisit ? 'yes' : 'no',
    ...(allowsVisit
      ? {
          phone: `84${String(chance.integer(1_000_000, 9_999_999))}`,
          best_time: `${String(chance.integer(10, 17))}:00`,
        }
      : {}),
    ...(chance.happens(0.1)
      ? { remarks: chance.pick(['Friendly', 'Came back a second time', 'Neighbour helped to translate']) }
      : {}),
  }
  return { headName, answers }
}

/** Returns the answers about place, time and respondent, from which the columns are derived. */
export const identify = (
  chance: Chance,
  village: Village,
  interview: {
    headName: string
    interviewDate: string
    position: { latitude: number; longitude: number; accuracy: number } | undefined
  },
) => ({
  interview_date: interview.interviewDate,
  district: village.district.value,
  village: village.name,
  village_type: village.type.value,
  village_category: village.category.value,
  household_code: `${village.district.value.slice(0, 2).toUpperCase()}${String(chance.integer(0, 9999)).padStart(4, '0')}`,
  household_name: `${interview.headName} ${familyName(chance)}`,
  ...(interview.position ? { position: interview.position } : {}),
})
