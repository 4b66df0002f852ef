within Both;
package X
end X;
