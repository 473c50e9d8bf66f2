// Every address of an account, `/account/...`: routes and tests are made from this list.

import { changePassword, deleteAccount, showAccount } from './account-page.ts'
import { askForAddress, changeAddress, showAddress } from './address.ts'
import { acceptInvitation, showInvitation } from './invitation.ts'
import { logIn, logOut, logOutEverywhere, showLogIn } from './log-in.ts'
import { endSession } from './sessions.ts'
import { choosePassword, forgotten, showForgotten, showPassword } from './password.ts'
import { showSignUp, signUp } from './sign-up.ts'
import { arrive, depart } from './single-sign-on.ts'
import type { AccountRoute } from './account-route.ts'

// prettier-ignore
export const accountRoutes: readonly AccountRoute[] = [
  { path: '/sign-up',      method: 'GET',  operation: 'signUpPage',       isOpen: true,  answer: showSignUp },
  { path: '/sign-up',      method: 'POST', operation: 'signUp',           isOpen: true,  answer: signUp },
  { path: '/log-in',       method: 'GET',  operation: 'logInPage',        isOpen: true,  answer: showLogIn },
  { path: '/log-in',       method: 'POST', operation: 'logIn',            isOpen: true,  answer: logIn },
  { path: '/log-out',      method: 'POST', operation: 'logOut',           isOpen: true,  answer: logOut },
  { path: '/forgotten',    method: 'GET',  operation: 'forgottenPage',    isOpen: true,  answer: showForgotten },
  { path: '/forgotten',    method: 'POST', operation: 'forgotten',        isOpen: true,  answer: forgotten },
  { path: '/password',     method: 'GET',  operation: 'passwordPage',     isOpen: true,  answer: showPassword },
  { path: '/password',     method: 'POST', operation: 'choosePassword',   isOpen: true,  answer: choosePassword },
  { path: '/invitation',   method: 'GET',  operation: 'invitationPage',   isOpen: true,  answer: showInvitation },
  { path: '/invitation',   method: 'POST', operation: 'acceptInvitation', isOpen: true,  answer: acceptInvitation },
  { path: '/single-sign-on', method: 'GET', operation: 'depart',          isOpen: true,  answer: depart },
  { path: '/single-sign-on/callback', method: 'GET', operation: 'arrive', isOpen: true,  answer: arrive },
  { path: '',                    method: 'GET',  operation: 'accountPage',      isOpen: false, answer: showAccount },
  { path: '/change-password',    method: 'POST', operation: 'changePassword',   isOpen: false, answer: changePassword },
  { path: '/change-address',     method: 'POST', operation: 'askForAddress',    isOpen: false, answer: askForAddress },
  { path: '/address',            method: 'GET',  operation: 'addressPage',      isOpen: false, answer: showAddress },
  { path: '/address',            method: 'POST', operation: 'changeAddress',    isOpen: false, answer: changeAddress },
  { path: '/sessions/end',       method: 'POST', operation: 'endSession',       isOpen: false, answer: endSession },
  { path: '/log-out-everywhere', method: 'POST', operation: 'logOutEverywhere', isOpen: false, answer: logOutEverywhere },
  { path: '/delete',             method: 'POST', operation: 'deleteAccount',    isOpen: false, answer: deleteAccount },
]
