import { PlusOutlined } from '@ant-design/icons'
import { can } from '@baseline/contract/permissions.ts'

import { t } from '#platform/i18n.ts'
import { useSignedInUser } from '#platform/session.ts'
import { LinkButton } from '#platform/ui/path-link.tsx'

import { paths } from './paths.ts'

/** Undefined for users who may not invite. */
export const useInviteAction = () =>
  can(useSignedInUser(), 'iamCreate') ? (
    <LinkButton type="primary" icon={<PlusOutlined aria-hidden="true" />} to={paths.new()}>
      {t('iam.add')}
    </LinkButton>
  ) : undefined

/** Import and invite buttons for both modes of the list; undefined for users who may do neither. */
export const useListActions = () => {
  const add = useInviteAction()
  const mayImport = can(useSignedInUser(), 'iamImport')
  if (!add && !mayImport) return undefined
  return (
    <>
      {mayImport && <LinkButton to={paths.import()}>{t('importer.action')}</LinkButton>}
      {add}
    </>
  )
}
