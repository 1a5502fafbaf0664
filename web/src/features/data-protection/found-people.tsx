import type { FoundPerson } from '@baseline/contract/data-protection/contract.ts'
import { Button } from 'antd'

import { recordPath } from '#platform/entities.ts'
import { t } from '#platform/i18n.ts'
import { RecordLink } from '#platform/list/columns.tsx'
import type { Card, Column } from '#platform/list/columns.tsx'
import { Status } from '#platform/ui/status.tsx'

import { DataFileButton } from './data-file-button.tsx'
import type { ErasureRequest } from './erase-dialog.tsx'
import { Rows } from './rows.tsx'

type PersonRow = FoundPerson & { id: string; actions?: never }

const pathOf = ({ userId, userDetailsId }: FoundPerson): string | undefined => {
  if (userId !== null) return recordPath('user', userId)
  return userDetailsId === null ? undefined : recordPath('userDetails', userDetailsId)
}

const signIn = ({ enabled }: FoundPerson) =>
  enabled ? (
    <Status tone="good">{t('dataProtection.find.canSignIn')}</Status>
  ) : (
    <Status tone="off">{t('dataProtection.find.cannotSignIn')}</Status>
  )

interface PersonActionsProps {
  person: FoundPerson
  onErase: (request: ErasureRequest) => void
}

/** A person who can sign in cannot be erased: links to the user instead. */
const PersonActions = ({ person, onErase }: PersonActionsProps) => {
  const { userId, userDetailsId, name, email } = person
  const subject = { kind: 'person' as const, userId, userDetailsId }
  return (
    <div className="person-actions">
      <DataFileButton subject={subject} name={name} />
      {person.enabled ? (
        <RecordLink path={pathOf(person)}>{t('dataProtection.find.disable')}</RecordLink>
      ) : (
        <Button
          danger
          aria-label={`${t('dataProtection.erase.action')} ${name}`}
          onClick={() =>
            onErase({
              subject,
              title: t('dataProtection.erase.person', { name }),
              names: [[name, email].filter(Boolean).join(' · ')],
              confirmation: name,
            })
          }
        >
          {t('dataProtection.erase.action')}
        </Button>
      )}
    </div>
  )
}

interface FoundPeopleProps {
  people: readonly FoundPerson[]
  onErase: (request: ErasureRequest) => void
}

/** Users and members of the staff that match. */
export const FoundPeople = ({ people, onErase }: FoundPeopleProps) => {
  const actions = (person: FoundPerson) => <PersonActions person={person} onErase={onErase} />
  const columns: Column<PersonRow>[] = [
    {
      key: 'name',
      label: 'user.fields.fullName',
      render: (person) => <RecordLink path={pathOf(person)}>{person.name}</RecordLink>,
    },
    { key: 'email', label: 'user.fields.email' },
    { key: 'phoneNumber', label: 'user.fields.phoneNumber' },
    { key: 'enabled', label: 'dataProtection.find.signIn', render: signIn },
    { key: 'actions', label: 'dataProtection.find.actions', render: actions },
  ]
  const card = (person: PersonRow): Card => ({
    title: <RecordLink path={pathOf(person)}>{person.name}</RecordLink>,
    detail: (
      <>
        {[person.email, person.phoneNumber].filter(Boolean).join(' · ')}
        {actions(person)}
      </>
    ),
    status: signIn(person),
  })
  return (
    <section aria-labelledby="found-people">
      <h2 id="found-people">{t('dataProtection.find.people')}</h2>
      <Rows
        rows={people.map((person) => ({ ...person, id: person.userId ?? person.userDetailsId ?? '' }))}
        columns={columns}
        card={card}
        rowName={({ name }) => name}
      />
    </section>
  )
}
