import { ConfigurationError } from '../../contract/src/start-error.ts'
import { restartServices, systemctl } from '../setup/systemd.ts'

export const run = async (): Promise<number> => {
  const state = await systemctl('is-active', 'baseline.target').catch(() => 'inactive')
  if (state !== 'active')
    throw new ConfigurationError('The services are stopped. Start them with: systemctl start baseline.target')
  await restartServices()
  return 0
}
