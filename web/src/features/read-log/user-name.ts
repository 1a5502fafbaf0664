import type { ReadLogEntry } from '@baseline/contract/read-log/contract.ts'

import { t } from '#platform/i18n.ts'

/** Returns the name of the user who read, or the address of a user without a name. */
export const userName = ({
  userName: name,
  userEmail,
}: Pick<ReadLogEntry, 'userName' | 'userEmail'>): string => name ?? userEmail ?? t('readLog.unknownUser')
