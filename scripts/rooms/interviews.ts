import { createChance } from '../seed/chance.ts'
import { makeWorkers } from '../seed/people.ts'
import { makeVillages } from '../seed/places.ts'
import { makeResponses } from '../seed/responses.ts'

/** Returns a function that makes one interview after the other with the questionnaire of the demo, of the last days. */
export const createInterviews = (surveyId: string) => {
  const chance = createChance(Date.now())
  const staff = { enumerators: makeWorkers(chance, 50, '840'), supervisors: makeWorkers(chance, 5, '860') }
  const to = Date.now() - 3_600_000
  const period = { count: 1_000_000, from: to - 3 * 86_400_000, to }
  const responses = makeResponses(chance, staff, makeVillages(chance, 100), period)
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
