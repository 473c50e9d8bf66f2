// Every route under `/account`; the plugin and tests are derived from this list.

import { changePassword, showAccount } from './account-page.ts'
import { changeEmail, requestEmailChange, showEmailChange } from './change-email.ts'
import { deleteAccount, showDeleted, showDeletion } from './delete-account.ts'
import { acceptInvitation, showInvitation } from './invitation.ts'
import { postLogIn, showLogIn } from './log-in.ts'
import { endSession, logOut, sendSessions, signOutEverywhere } from './sessions.ts'
import { choosePassword, forgotten, showForgotten, showPassword } from './password.ts'
import { showSignUp, signUp } from './sign-up.ts'
import { singleSignOnCallback, startSingleSignOn } from './single-sign-on.ts'
import type { AccountRoute } from './account-route.ts'

// prettier-ignore
export const accountRoutes: readonly AccountRoute[] = [
  { path: '/sign-up',      method: 'GET',  operation: 'signUpPage',       isOpen: true,  answer: showSignUp },
  { path: '/sign-up',      method: 'POST', operation: 'signUp',           isOpen: true,  answer: signUp },
  { path: '/log-in',       method: 'GET',  operation: 'logInPage',        isOpen: true,  answer: showLogIn },
  { path: '/log-in',       method: 'POST', operation: 'logIn',            isOpen: true,  answer: postLogIn },
  { path: '/log-out',      method: 'POST', operation: 'logOut',           isOpen: true,  answer: logOut },
  { path: '/forgotten',    method: 'GET',  operation: 'forgottenPage',    isOpen: true,  answer: showForgotten },
  { path: '/forgotten',    method: 'POST', operation: 'forgotten',        isOpen: true,  answer: forgotten },
  { path: '/password',     method: 'GET',  operation: 'passwordPage',     isOpen: true,  answer: showPassword },
  { path: '/password',     method: 'POST', operation: 'choosePassword',   isOpen: true,  answer: choosePassword },
  { path: '/invitation',   method: 'GET',  operation: 'invitationPage',   isOpen: true,  answer: showInvitation },
  { path: '/invitation',   method: 'POST', operation: 'acceptInvitation', isOpen: true,  answer: acceptInvitation },
  { path: '/deleted',      method: 'GET',  operation: 'accountDeletedPage', isOpen: true, answer: showDeleted },
  { path: '/single-sign-on', method: 'GET', operation: 'startSingleSignOn', isOpen: true,  answer: startSingleSignOn },
  { path: '/single-sign-on/callback', method: 'GET', operation: 'singleSignOnCallback', isOpen: true, answer: singleSignOnCallback },
  { path: '',                    method: 'GET',  operation: 'accountPage',      isOpen: false, answer: showAccount },
  { path: '/change-password',    method: 'POST', operation: 'changePassword',   isOpen: false, answer: changePassword },
  { path: '/change-address',     method: 'POST', operation: 'requestEmailChange', isOpen: false, answer: requestEmailChange },
  { path: '/address',            method: 'GET',  operation: 'emailChangePage',  isOpen: false, answer: showEmailChange },
  { path: '/address',            method: 'POST', operation: 'changeEmail',      isOpen: false, answer: changeEmail },
  { path: '/sessions.csv',       method: 'GET',  operation: 'sessionsFile',     isOpen: false, answer: sendSessions },
  { path: '/sessions/end',       method: 'POST', operation: 'endSession',       isOpen: false, answer: endSession },
  { path: '/log-out-everywhere', method: 'POST', operation: 'signOutEverywhere', isOpen: false, answer: signOutEverywhere },
  { path: '/delete',             method: 'GET',  operation: 'accountDeletionPage', isOpen: false, answer: showDeletion },
  { path: '/delete',             method: 'POST', operation: 'deleteAccount',    isOpen: false, answer: deleteAccount },
]
