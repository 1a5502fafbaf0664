import { DownloadOutlined } from '@ant-design/icons'
import { createPersonalDataFile } from '@baseline/contract/data-protection/contract.ts'
import type { Subject } from '@baseline/contract/data-protection/contract.ts'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'

import { call } from '#platform/api.ts'
import { t } from '#platform/i18n.ts'
import { downloadFile } from '#platform/save-file.ts'
import { toastError } from '#platform/toast-error.ts'
import { toast } from '#platform/ui/toast.tsx'

interface DataFileButtonProps {
  subject: Subject
  /** Names the person for screen readers, where there are several such buttons. */
  name?: string
}

/** Downloads all data of a household or a person. */
export const DataFileButton = ({ subject, name: personName }: DataFileButtonProps) => {
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(createPersonalDataFile, { body: { subject } }),
    onSuccess: ({ name, publicUrl }) => {
      downloadFile(publicUrl, name)
      toast.success(t('dataProtection.file.done', { name }))
    },
    onError: toastError,
    meta: { handlesErrors: true },
  })
  return (
    <Button
      icon={<DownloadOutlined aria-hidden="true" />}
      loading={isPending}
      {...(personName !== undefined && { 'aria-label': `${t('dataProtection.file.create')}: ${personName}` })}
      onClick={() => mutate()}
    >
      {t('dataProtection.file.create')}
    </Button>
  )
}
