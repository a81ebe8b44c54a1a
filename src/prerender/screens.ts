import type { FlowName, VisitorFlow } from '../../machines/root/flows.ts';
import { articleMachine } from '../../machines/flows/article/article.machine.ts';
import { forgotPasswordMachine } from '../../machines/flows/forgot-password/forgot-password.machine.ts';
import { landingMachine } from '../../machines/flows/landing/landing.machine.ts';
import { loginMachine } from '../../machines/flows/login/login.machine.ts';
import { signupMachine } from '../../machines/flows/signup/signup.machine.ts';
import type { AnyStateMachine } from 'xstate';
import ArticleView from '../features/article/article.view.tsx';
import ForgotPasswordView from '../features/forgot-password/forgot-password.view.tsx';
import LandingView from '../features/landing/landing.view.tsx';
import LoginView from '../features/login/login.view.tsx';
import SignupView from '../features/signup/signup.view.tsx';
import type { FlowView } from '../house/house.tsx';

interface VisitorScreen {
  machine: AnyStateMachine;
  view: FlowView;
}

const screens: Record<VisitorFlow, VisitorScreen> = {
  landing: { machine: landingMachine, view: LandingView },
  login: { machine: loginMachine, view: LoginView },
  signup: { machine: signupMachine, view: SignupView },
  'forgot-password': { machine: forgotPasswordMachine, view: ForgotPasswordView },
  article: { machine: articleMachine, view: ArticleView },
};

export const visitorScreens: Partial<Record<FlowName, VisitorScreen>> = screens;
