-- What is said about accessibility is what was read in each file at its upload; nobody's word stands for a file.
alter table material drop column accessible_checked;
