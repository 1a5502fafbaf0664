import type { Chance } from './chance.ts'

/** The districts of the demo questionnaire with approximate coordinates. */
const districts = [
  { value: 'boane', label: 'Boane', latitude: -26.04, longitude: 32.33 },
  { value: 'magude', label: 'Magude', latitude: -25.02, longitude: 32.65 },
  { value: 'manhica', label: 'Manhiça', latitude: -25.4, longitude: 32.8 },
  { value: 'marracuene', label: 'Marracuene', latitude: -25.74, longitude: 32.67 },
  { value: 'matutuine', label: 'Matutuíne', latitude: -26.4, longitude: 32.67 },
  { value: 'moamba', label: 'Moamba', latitude: -25.6, longitude: 32.24 },
  { value: 'namaacha', label: 'Namaacha', latitude: -25.98, longitude: 32.02 },
] as const

const types = { rural: 'Rural', periurban: 'Peri-urban', urban: 'Urban' } as const
const categories = {
  farming: 'Farming',
  fishing: 'Fishing',
  trade: 'Trade',
  mixed: 'Several of these',
} as const

export interface Village {
  name: string
  district: (typeof districts)[number]
  type: { value: keyof typeof types; label: string }
  category: { value: keyof typeof categories; label: string }
  latitude: number
  longitude: number
}

const starts = 'Ma Chi Ma Mu Xi Nha Gua Ma Cha Ti Za Mo Ca Ne Pa Lu Ba Ri Vu Ha Ta Sa'.split(' ')
const middles = 'lu nga ti chi ra mbe to pa nde li va ca re mu sse bo xa gu'.split(' ')
const ends = 'ne ça la na ze ta mbo ca xa lo ni va gué te ua zi da'.split(' ')

/** Generates `count` villages with unique names, scattered over the districts. */
export const makeVillages = (chance: Chance, count: number): Village[] => {
  const names = new Set<string>()
  while (names.size < count) {
    const name = `${chance.pick(starts)}${chance.pick(middles)}${chance.pick(ends)}`
    names.add(names.size < 2_000 ? name : `${name} ${String(chance.integer(1, 20))}`)
  }
  return [...names].map((name) => {
    const district = chance.pick(districts)
    const type = chance.pickWeighted({ rural: 70, periurban: 20, urban: 10 })
    const category = chance.pickWeighted({ farming: 60, fishing: 10, trade: 12, mixed: 18 })
    return {
      name,
      district,
      type: { value: type, label: types[type] },
      category: { value: category, label: categories[category] },
      latitude: district.latitude + chance.deviation() * 0.12,
      longitude: district.longitude + chance.deviation() * 0.12,
    }
  })
}
