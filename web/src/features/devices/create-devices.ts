import { createDevice } from '@baseline/contract/devices/contract.ts'
import type { DevicePerson, NewDevice } from '@baseline/contract/devices/contract.ts'

import { call } from '#platform/api.ts'

const concurrentCalls = 4

/** The error of one of many people. */
export class DeviceFailure extends Error {
  readonly person: DevicePerson

  constructor(person: DevicePerson, cause: unknown) {
    super(`no device for ${person.id}`, { cause })
    this.person = person
  }
}

/** The devices of several people. It survives a failed attempt, so that the next one creates only the missing ones. */
export interface DeviceBatch {
  people: readonly DevicePerson[]
  surveys: string[] | null
  /** Idempotency keys by person: a device whose response was lost is not created twice. */
  keys: ReadonlyMap<string, string>
  /** By person. */
  created: Map<string, NewDevice>
}

export const startBatch = (people: readonly DevicePerson[], surveys: string[] | null): DeviceBatch => ({
  people,
  surveys,
  keys: new Map(people.map(({ id }) => [id, crypto.randomUUID()])),
  created: new Map(),
})

/** Returns the new devices in the order of the people. */
export const devicesOf = ({ people, created }: DeviceBatch): NewDevice[] =>
  people.flatMap(({ id }) => created.get(id) ?? [])

/** Creates the missing devices of a batch, each with the name of its person as the label. Stops at the first error, a `DeviceFailure`. */
export const createDevices = async (
  { people, surveys, keys, created }: DeviceBatch,
  onProgress: (count: number) => void,
): Promise<void> => {
  const waiting = people.filter(({ id }) => !created.has(id))
  const work = async (): Promise<void> => {
    for (let person = waiting.shift(); person; person = waiting.shift()) {
      const data = { label: person.name, userDetailsId: person.id, surveys }
      const idempotencyKey = keys.get(person.id) ?? crypto.randomUUID()
      try {
        created.set(person.id, await call(createDevice, { body: { data }, idempotencyKey }))
      } catch (error) {
        // Stops the others.
        waiting.length = 0
        throw new DeviceFailure(person, error)
      }
      onProgress(created.size)
    }
  }
  const results = await Promise.allSettled(Array.from({ length: concurrentCalls }, work))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}
