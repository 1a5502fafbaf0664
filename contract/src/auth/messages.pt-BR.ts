import type { Shape } from '../messages/translate.ts'
import type { auth as en } from './messages.en.ts'

export const auth = {
  auth: {
    signin: 'Entrar',
    signup: 'Cadastrar-se',
    signout: 'Sair',
    createAnAccount: 'Criar uma conta',
    alreadyHaveAnAccount: 'Já tem uma conta? Entre.',
    forgotPassword: 'Esqueceu a senha?',
    orContinueWith: 'ou',
    continueWith: 'Continuar com {0}',
    signinWithAnotherAccount: 'Entrar com outra conta',
    emailNotConfigured: 'O email não está configurado neste servidor',
    verificationEmailSuccess: 'Email de verificação enviado com sucesso',
    passwordResetEmailSuccess: 'Email de redefinição de senha enviado com sucesso',
    emailAddressVerificationEmail: { error: 'Email não reconhecido' },
    passwordResetEmail: { message: 'Enviar email de redefinição de senha', error: 'Email não reconhecido' },
    profile: { title: 'Editar perfil', menu: 'Perfil', success: 'Perfil atualizado com sucesso' },
    emptyPermissions: {
      message: 'Você ainda não possui permissões. Aguarde o administrador conceder seus privilégios.',
    },
    emailUnverified: {
      message: 'Confirme seu email em {email} para continuar',
      submit: 'Reenviar email de verificação',
    },
    mail: {
      greeting: 'Olá,',
      ignore: 'Se você não fez este pedido, pode ignorar este email.',
      expires: 'Este link funciona por {hours} horas.',
      verification: {
        subject: 'Confirme seu email no {app}',
        text: 'Confirme que este é o seu endereço de email abrindo este link:',
        action: 'Confirmar email',
      },
      passwordReset: {
        subject: 'Redefina sua senha do {app}',
        text: 'Para escolher uma nova senha, abra este link:',
        action: 'Escolher uma nova senha',
      },
      invitation: {
        subject: 'Você foi convidado para o {app}',
        text: 'Você foi convidado para o {app}. Para escolher sua senha e entrar, abra este link:',
        action: 'Escolher uma senha',
      },
    },
  },
  'auth/user-disabled': 'Sua conta está desabilitada',
  'auth/user-not-found': 'Desculpe, não reconhecemos suas credenciais',
  'auth/wrong-password': 'Desculpe, não reconhecemos suas credenciais',
  'auth/invalid-credential': 'Desculpe, não reconhecemos suas credenciais',
  'auth/weak-password': 'Esta senha é muito fraca',
  'auth/missing-password': 'Informe uma senha',
  'auth/email-already-in-use': 'O email já está sendo usado',
  'auth/invalid-email': 'Informe um email válido',
  'auth/account-exists-with-different-credential':
    'O email já está sendo usado em outro método de autenticação.',
  'auth/credential-already-in-use': 'As credenciais já estão sendo usadas',
  'auth/too-many-requests': 'Muitas tentativas. Aguarde um momento e tente novamente.',
  'auth/popup-closed-by-user': 'A entrada foi cancelada',
  'auth/network-request-failed':
    'Não foi possível alcançar o servidor. Verifique sua conexão e tente novamente.',
  'auth/invalid-action-code': 'Este link não é mais válido. Peça um novo.',
  'auth/session-required': 'Entre com a conta para a qual este link foi enviado',
} as const satisfies Shape<typeof en>
