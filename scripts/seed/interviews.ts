import { createChance } from './chance.ts'
import { makeWorkers } from './people.ts'
import { makeVillages } from './places.ts'
import { makeResponses } from './responses.ts'

/** Returns a function that makes interviews with the questionnaire of the demo as a device would send them, all different. */
export const createInterviews = (surveyId: string) => {
  const chance = createChance(Date.now())
  const staff = { enumerators: makeWorkers(chance, 200, '840'), supervisors: makeWorkers(chance, 20, '860') }
  const to = Date.now() - 3_600_000
  // Devices send interviews that are at most a few days old.
  const period = { count: 10_000_000, from: to - 3 * 86_400_000, to }
  const responses = makeResponses(chance, staff, makeVillages(chance, 500), period)
  return (householdName?: string) => {
    const { value: interview } = responses.next()
    if (!interview) throw new Error('no interviews are left')
    return {
      surveyId,
      investigatorName: interview.enumerator.name,
      investigatorMobileNumber: interview.enumerator.mobileNumber,
      supervisorName: interview.supervisor.name,
      surveyDate: interview.surveyDate,
      startTime: new Date(interview.startTime).toISOString(),
      endTime: new Date(interview.endTime ?? interview.startTime).toISOString(),
      values: {
        ...interview.identification,
        ...interview.home.answers,
        ...(householdName !== undefined && { household_name: householdName }),
      },
    }
  }
}
