import { useEffect } from 'react'

import { useGo, useRecordId } from '#platform/navigation.ts'

import { paths } from './paths.ts'

/** Redirects the plain address of a response to its view. spec §2 */
export const RedirectToView = () => {
  const id = useRecordId()
  const go = useGo()
  useEffect(() => go(paths.view(id), { replace: true }), [id, go])
  return null
}
