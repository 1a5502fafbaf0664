import { createContext, useCallback, useContext, useEffect, useId, useState } from 'react'

type Hold = (field: string, reason: string | undefined) => void

/** A field that is not ready keeps its form from being saved; outside of a form nothing is held. */
export const SaveHold = createContext<Hold>(() => undefined)

/** For the form: why it cannot be saved yet, and what its fields tell that by. */
export const useHolds = () => {
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({})
  const hold = useCallback<Hold>(
    (field, reason) =>
      setReasons(({ [field]: _before, ...others }) =>
        reason === undefined ? others : { ...others, [field]: reason },
      ),
    [],
  )
  return { reason: Object.values(reasons)[0], hold }
}

/** For the field: as long as there is a reason, nothing is saved. */
export const useHold = (reason: string | undefined): void => {
  const hold = useContext(SaveHold)
  const field = useId()
  useEffect(() => {
    hold(field, reason)
    return () => hold(field, undefined)
  }, [hold, field, reason])
}
