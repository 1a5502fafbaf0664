import { Button, Modal } from 'antd'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'

import { t } from '../i18n.ts'
import { formatInstant } from '../time.ts'
import { useTimeZone } from '../ui/time-zone.tsx'
import type { SaveInfo } from './use-versioned-save.ts'
import type { Choice, FieldConflict } from './versions.ts'

import './conflict-dialog.css'

interface ConflictDialogProps {
  conflicts: readonly FieldConflict[]
  saved: SaveInfo | undefined
  fieldLabel: (name: string) => string
  show: (name: string, value: unknown) => ReactNode
  /** Saves the choice of each field on top of the other user's version. */
  onSave: (choices: Record<string, Choice>) => void
  /** Loads the other version into the form and discards this user's changes. */
  onTakeTheirs: () => void
  onCancel: () => void
}

interface VersionChoiceProps {
  group: string
  checked: boolean
  onChoose: () => void
  children: ReactNode
}

const VersionChoice = ({ group, checked, onChoose, children }: VersionChoiceProps) => (
  <label>
    <input type="radio" name={group} checked={checked} onChange={onChoose} />
    <span>{children}</span>
  </label>
)

/** Shows the end of an id, where ids differ. */
const IdEnd = ({ id }: { id: unknown }) =>
  typeof id === 'string' && id !== '' ? <code> …{id.slice(-8)}</code> : null

const sides = ['mine', 'theirs'] as const

/** Shows both versions of a record that two users changed, and lets the user choose per field. */
export const ConflictDialog = ({ conflicts, fieldLabel, show, saved, ...callbacks }: ConflictDialogProps) => {
  const group = useId()
  const timeZone = useTimeZone()
  const [choices, setChoices] = useState<Record<string, Choice>>({})
  const choiceOf = ({ name, keep }: FieldConflict): Choice => choices[name] ?? keep
  return (
    <Modal
      open
      title={t('form.conflict.title')}
      width={720}
      onCancel={callbacks.onCancel}
      footer={[
        <Button key="theirs" onClick={callbacks.onTakeTheirs}>
          {t('form.conflict.takeTheirs')}
        </Button>,
        <Button
          key="save"
          type="primary"
          onClick={() =>
            callbacks.onSave(
              Object.fromEntries(conflicts.map((conflict) => [conflict.name, choiceOf(conflict)])),
            )
          }
        >
          {t('form.conflict.save')}
        </Button>,
      ]}
    >
      <p>
        {saved && `${t('form.conflict.saved', { who: saved.by, when: formatInstant(saved.at, timeZone) })} `}
        {t('form.conflict.intro')}
      </p>
      <table className="conflicts">
        <thead>
          <tr>
            <th scope="col">{t('form.conflict.field')}</th>
            <th scope="col">{t('form.conflict.mine')}</th>
            <th scope="col">{t('form.conflict.theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {conflicts.map((conflict) => (
            <tr key={conflict.name}>
              <th scope="row">{fieldLabel(conflict.name)}</th>
              {sides.map((side) => (
                <td key={side}>
                  <VersionChoice
                    group={`${group}${conflict.name}`}
                    checked={choiceOf(conflict) === side}
                    onChoose={() => setChoices({ ...choices, [conflict.name]: side })}
                  >
                    {show(conflict.name, conflict[side])}
                    {conflict.distinction && <IdEnd id={conflict.distinction[side]} />}
                  </VersionChoice>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  )
}
