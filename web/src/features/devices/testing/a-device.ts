import type { Device } from '@baseline/contract/devices/contract.ts'

/** A device of a person with a phone. Its label is the name of the person. */
export const aDevice: Device = {
  id: '0195d000-0000-7000-8000-000000000001',
  label: 'Ana Machava',
  state: 'active',
  person: { id: '0195d000-0000-7000-8000-0000000000a1', name: 'Ana Machava', managerName: 'Rui Sitoe' },
  surveys: null,
  surveyLabels: null,
  phoneCount: 1,
  lastSeenAt: '2026-11-14T09:30:00.000Z',
  lastVersion: 'v2026.3.0',
  createdAt: '2026-11-01T08:00:00.000Z',
  revokedAt: null,
  version: 1,
}
