import { createContext, useCallback, useContext, useEffect, useId, useState } from 'react'

type Hold = (field: string, reason: string | undefined) => void

/** Lets a field that is not ready block saving. Has no effect outside a form. */
export const SaveHold = createContext<Hold>(() => undefined)

/** For the form: why it cannot be saved yet, and the function by which its fields report that. */
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

/** For a field: blocks saving while there is a reason. */
export const useHold = (reason: string | undefined): void => {
  const hold = useContext(SaveHold)
  const field = useId()
  useEffect(() => {
    hold(field, reason)
    return () => hold(field, undefined)
  }, [hold, field, reason])
}
