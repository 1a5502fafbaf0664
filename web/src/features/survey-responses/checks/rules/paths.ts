import type { RuleId } from '@baseline/contract/checks/rules.ts'

import { writeAddress } from '#platform/search-text.ts'

/** The survey of the screen, stored in the address. */
export interface RulesAddress {
  survey?: string | undefined
}

/** Paths of the rules of a survey. */
export const paths = {
  list: (address: RulesAddress = {}) => `/checks${writeAddress({ ...address })}`,
  view: (rule: RuleId | '$id', address: RulesAddress = {}) =>
    `/checks/${rule}${writeAddress({ ...address })}`,
}
