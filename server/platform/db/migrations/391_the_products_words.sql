-- A kind whose mail has the product's words again keeps its version: who still has the text from before them comes too late.
alter table mail_texts alter column subject drop not null, alter column text drop not null, add constraint words_of_both check ((subject is null) = (text is null));
