import { Alert } from 'antd'

import { t } from '#platform/i18n.ts'
import { PathLink } from '#platform/ui/path-link.tsx'

import { paths } from '../paths.ts'
import { useDuplicates } from './use-keep.ts'

/** Links a duplicate with the response that was kept, in both directions. */
export const DuplicateLinks = ({ id }: { id: string }) => {
  const links = useDuplicates(id)
  if (!links) return null
  const { duplicateOf, duplicates } = links
  const named = duplicateOf ? [duplicateOf] : duplicates
  if (named.length === 0) return null
  return (
    <Alert
      className="reason-banner"
      role="note"
      type="info"
      showIcon
      title={
        <p>
          {t(`entities.surveyResponses.duplicates.${duplicateOf ? 'of' : 'kept'}`)}{' '}
          {named.map((link, index) => (
            <span key={link.id}>
              {index > 0 && ', '}
              <PathLink to={paths.view(link.id)}>{link.displayId}</PathLink>
            </span>
          ))}
        </p>
      }
    />
  )
}
