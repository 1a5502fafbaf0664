import type { Chance } from './chance.ts'

const femaleNames =
  'Ana Maria Joana Rosa Eva Inês Graça Luísa Teresa Celeste Amélia Fátima Helena Marta Sónia Laurinda Cecília Paula Júlia Zaida'.split(
    ' ',
  )
const maleNames =
  'João José António Manuel Carlos Pedro Paulo Rui Elias Samuel Alberto Ernesto Domingos Zeca Amós Óscar Júlio Armando Filipe Simão'.split(
    ' ',
  )
const familyNames =
  'Sitoe Macamo Machava Mondlane Cossa Tembe Nhantumbo Chissano Muianga Langa Matsinhe Cumbe Mabunda Novela Zandamela Guambe Bila Massingue Ubisse Évora Magaia Chambal Nhaca Timane'.split(
    ' ',
  )

export type Sex = 'female' | 'male'

export const firstName = (chance: Chance, sex: Sex): string =>
  chance.pick(sex === 'female' ? femaleNames : maleNames)
export const familyName = (chance: Chance): string => chance.pick(familyNames)

/** A staff member of the survey. */
export interface Worker {
  firstName: string
  lastName: string
  name: string
  sex: Sex
  mobileNumber: string
  email: string
}

export const makeWorkers = (chance: Chance, count: number, prefix: string): Worker[] =>
  Array.from({ length: count }, (_, n) => {
    const sex = chance.happens(0.5) ? 'female' : 'male'
    const [first, last] = [firstName(chance, sex), familyName(chance)]
    // A second family name makes equal names unlikely.
    const lastName = `${last} ${familyName(chance)}`
    const mobileNumber = `${prefix}${String(n).padStart(6, '0')}`
    return {
      firstName: first,
      lastName,
      name: `${first} ${lastName}`,
      sex,
      mobileNumber,
      email: `${mobileNumber}@example.org`,
    }
  })
