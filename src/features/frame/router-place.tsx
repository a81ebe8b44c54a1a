import { NavLink } from 'react-router-dom';
import type { MenuPlaceProps } from '../menus/menus.view.tsx';

/** A link of a menu inside the house's router, which tells whether it leads to where we are. */
export const RouterPlace = ({ link, className, children }: MenuPlaceProps) => (
  <NavLink to={link.url} end className={className}>
    {children}
  </NavLink>
);
