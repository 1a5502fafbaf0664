import { t } from '../i18n.ts'
import { KeyHelp } from './key-help.tsx'
import type { KeyText } from './key-help.tsx'

/** Help for the keys of every list, and for those in `extraKeys`. */
export const ListKeyHelp = ({
  extraKeys,
  ...props
}: {
  extraKeys: readonly KeyText[]
  open: boolean
  onClose: () => void
}) => (
  <KeyHelp
    {...props}
    keys={[
      ['/', t('list.keys.search')],
      ['j', t('list.keys.next')],
      ['k', t('list.keys.previous')],
      ['x', t('list.keys.select')],
      ['Enter', t('list.keys.open')],
      ...extraKeys,
      ['?', t('list.keys.help')],
    ]}
  />
)
